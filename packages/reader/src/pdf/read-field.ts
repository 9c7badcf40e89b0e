import { boxOf, isPlaceholder, NOTHING_CHOSEN } from "../text/choices.ts";
import type { FieldReading, PdfAnnotation } from "./form-parts.ts";

/** Null where it shows nothing: a button, a signature, an empty line. */
export function readField(field: PdfAnnotation): FieldReading | null {
  if (field.fieldType === "Btn") return readBox(field);
  const values = (Array.isArray(field.fieldValue) ? field.fieldValue : [field.fieldValue]).filter(
    (value): value is string => typeof value === "string",
  );
  if (field.fieldType !== "Ch") {
    const value = values.join("\n").trim();
    return value === "" ? null : { kind: "VALUE", value };
  }
  const shown = values
    .map((value) => field.options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value)
    .filter((value) => !isPlaceholder(value));
  return { kind: "VALUE", value: shown.join(", ").trim() || NOTHING_CHOSEN };
}

function readBox({ checkBox, radioButton, fieldValue, ...field }: PdfAnnotation): FieldReading | null {
  if (!checkBox && !radioButton) return null;
  const option = (radioButton ? field.buttonValue : field.exportValue) ?? "";
  const isOn = fieldValue != null && fieldValue !== "Off" && fieldValue === option;
  return { kind: "BOX", box: boxOf(isOn), option: String(option) };
}

const NAMELESS = /^(?:on|off|yes|true|x|checked|\d*|choice\s?\d*)$/i;

/** As a line of its own, where no text is near that could be its label. */
export function describeField(field: PdfAnnotation, reading: FieldReading, isOneOfSeveral: boolean): string {
  const label = (field.alternativeText || field.fieldName || "Field").replace(/\s+/g, " ").trim();
  if (reading.kind === "VALUE") return `${label}: ${reading.value}`;
  const isNamed = isOneOfSeveral ? reading.option !== "" : !NAMELESS.test(reading.option);
  return isNamed ? `${label}: ${reading.box} ${reading.option}` : `${reading.box} ${label}`;
}
