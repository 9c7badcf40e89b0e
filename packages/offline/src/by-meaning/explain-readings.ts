import { WEAK_REASON_TEXTS } from "@assay/contract";
import { placeOf } from "../place-of.ts";
import { summariseParts } from "../summarise-parts.ts";
import type { PartReading, Weighed } from "./read-parts.ts";

const NATURE = "A small model on this machine read what the sentences mean; a person confirms the verdict.";
const TEXT_LENGTH_MAX = 240;

/** What was found for which part, in plain English. */
export function explainReadings(readings: readonly PartReading[]): string {
  const isSo = ({ level }: PartReading) => level === "shown";
  return summariseParts(readings, { isSo, so: "shown by", explain: explainReading, nature: NATURE });
}

/** One part, what was found for it, and what is missing. */
export function explainReading(reading: PartReading): string {
  const { level, best } = reading;
  const part = partOf(reading);
  if (!best) return `Not shown: ${part}. No sentence of the evidence is about it.`;
  switch (level) {
    case "shown":
      return `Shown: ${part} by ${quoteOf(best)}.`;
    case "partly":
      return `Shown in part: ${part} by ${quoteOf(best)}, but ${lackOf(reading)}.`;
    case "denied":
      return `Not met: ${part}; ${quoteOf(best)} says otherwise.`;
    case "absent":
      return `Not shown: ${part}. The nearest is ${quoteOf(best)}, but ${lackOf(reading)}.`;
    default:
      return level satisfies never;
  }
}

/** What to do about each part that is not shown, or `null` where all are. */
export function adviseOnReadings(readings: readonly PartReading[]): string | null {
  const steps = readings.filter(({ level }) => level !== "shown").map(adviseOnReading);
  return steps.length === 0 ? null : steps.join(" ");
}

function adviseOnReading(reading: PartReading): string {
  const { level, best } = reading;
  const part = partOf(reading);
  const title = best?.candidate.passage.documentTitle;
  if (level === "denied") return `Put ${part} into practice and upload a record of it: ${title} says otherwise.`;
  if (level === "partly") return `Add evidence that shows all of ${part}: in ${title}, ${lackOf(reading)}.`;
  return `Upload a policy or a record that shows ${part}.`;
}

function lackOf({ lack, best }: PartReading): string {
  switch (lack) {
    case "some only":
      return "it does not show all of it";
    case "one of several":
      return "it says so of one of them";
    case "limited nearby":
      return "the text around it limits it";
    case "vetoed":
      return WEAK_REASON_TEXTS[best!.weighed.veto!];
    default:
      return "it does not show it";
  }
}

/** A requirement's own words, which stand without quotation marks: those are for what a document says. */
function partOf({ part }: PartReading): string {
  const { shown, rest } = shorten(part);
  return `[${shown}${rest}]`;
}

function quoteOf({ candidate: { passage, text } }: Weighed): string {
  const { shown, rest } = shorten(text);
  return `“${shown}”${rest} (${placeOf(passage)})`;
}

function shorten(text: string): { readonly shown: string; readonly rest: "" | " …" } {
  const plain = text.replace(/\s+/g, " ");
  if (plain.length <= TEXT_LENGTH_MAX) return { shown: plain, rest: "" };
  return {
    shown: plain
      .slice(0, TEXT_LENGTH_MAX)
      .toWellFormed()
      .replace(/\s+\S*$/, ""),
    rest: " …",
  };
}
