/** The parts of a pdf.js annotation that hold what somebody filled in or noted. */
export interface PdfAnnotation {
  readonly subtype?: string;
  readonly hasAppearance?: boolean;
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly alternativeText?: string;
  readonly fieldValue?: unknown;
  readonly buttonValue?: string | null;
  readonly exportValue?: string | null;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly hidden?: boolean;
  readonly annotationFlags?: number;
  readonly options?: readonly { exportValue?: string; displayValue?: string }[];
  readonly contentsObj?: { str?: string };
  readonly titleObj?: { str?: string };
}

const FLAG_HIDDEN = 2;
const FLAG_NO_VIEW = 32;

/** Whether it adds to what a page shows: of the usual links, viewers draw no more than a border. */
export const isDrawn = ({ subtype, hasAppearance }: PdfAnnotation) => subtype !== "Link" || hasAppearance === true;

/** Filled fields and notes of a page, as `Label: value` lines. */
export function listAnnotationLines(annotations: readonly PdfAnnotation[]): { text: string; hidden: boolean }[] {
  return annotations.flatMap((annotation) => {
    const text = annotation.subtype === "Widget" ? describeField(annotation) : describeNote(annotation);
    if (text === null) return [];
    const hidden = ((annotation.annotationFlags ?? 0) & (FLAG_HIDDEN | FLAG_NO_VIEW)) !== 0;
    return [{ text, hidden }];
  });
}

function describeField(field: PdfAnnotation): string | null {
  const value = readFieldValue(field);
  if (value === null) return null;
  const label = (field.alternativeText || field.fieldName || "Field").replace(/\s+/g, " ").trim();
  return `${label}: ${value}`;
}

function readFieldValue({ fieldType, fieldValue, checkBox, radioButton, ...field }: PdfAnnotation): string | null {
  if (fieldType === "Btn") {
    if (radioButton) return fieldValue != null && fieldValue === field.buttonValue ? String(fieldValue) : null;
    if (!checkBox || fieldValue == null || fieldValue === "Off") return null;
    return fieldValue === field.exportValue ? "Yes" : null;
  }
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === "string");
  const shown = values.map(
    (value) => field.options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
  );
  return shown.join(", ").trim() || null;
}

function describeNote({ subtype, contentsObj, titleObj }: PdfAnnotation): string | null {
  const text = contentsObj?.str?.trim();
  if (!text || (subtype !== "FreeText" && subtype !== "Text")) return null;
  const author = subtype === "Text" ? titleObj?.str?.trim() : undefined;
  return author ? `Note (${author}): ${text}` : `Note: ${text}`;
}
