import type { CaptureFact, DocumentPage, PageState } from "@assay/client";
import type { Tone } from "@assay/ui";
import { formatDay } from "../documents/format-day.ts";

type Page = Pick<DocumentPage, "state" | "certainty" | "waiting">;

const LABELS: Readonly<Record<string, string>> = {
  TEXT: "Text",
  OCR: "Read from an image",
  MIXED: "Text and images",
  IMAGE_ONLY: "Image, not read",
  EMPTY: "Empty",
  UNREADABLE: "Cannot be read",
} satisfies Record<Exclude<PageState, string & {}>, string>;

/** What was read of a page, in words and with a tone. */
export function describeState(page: Page): { label: string; tone: Tone } {
  if (page.waiting) return { label: "Image, being read", tone: "active" };
  const label = LABELS[page.state] ?? page.state;
  if (page.state === "MIXED" && isUnread(page)) return { label: `${label}, the images not read`, tone: "partial" };
  if (page.state === "EMPTY") return { label, tone: "neutral" };
  return { label, tone: isUnread(page) ? "partial" : "complete" };
}

/** Whether words of it may be missing from the text. */
export function isUnread({ state, certainty }: Page): boolean {
  return state === "IMAGE_ONLY" || state === "UNREADABLE" || (state === "MIXED" && certainty === null);
}

/** `Page 3`, `Slide 2`, `Picture 4`; a document without parts is one page. */
export function nameOfPage({ pageNumber, label }: Pick<DocumentPage, "pageNumber" | "label">): string {
  return pageNumber === null ? (label ?? "The document") : `Page ${pageNumber}`;
}

const FACTS: Readonly<Record<string, string>> = { CLOCK: "Clock", ADDRESS: "Address", USER: "Signed in as" };

/** What an image shows of when, where and by whom it was taken: `Clock: 14:02, 3 May 2026`. */
export function describeCapture({ kind, text, date }: Pick<CaptureFact, "kind" | "text" | "date">): string {
  const name = FACTS[kind] ?? kind;
  return date && !text.includes(date) ? `${name}: ${text} (${formatDay(date)})` : `${name}: ${text}`;
}
