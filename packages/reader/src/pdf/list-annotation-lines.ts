import type { PdfAnnotation } from "./form-parts.ts";
import { describeField, readField } from "./read-field.ts";

const FLAG_HIDDEN = 2;
const FLAG_NO_VIEW = 32;

/** Whether it adds to what a page shows: of the usual links, viewers draw no more than a border. */
export const isDrawn = ({ subtype, hasAppearance }: PdfAnnotation) => subtype !== "Link" || hasAppearance === true;

export const isUnseen = ({ annotationFlags = 0 }: PdfAnnotation) =>
  (annotationFlags & (FLAG_HIDDEN | FLAG_NO_VIEW)) !== 0;

/** What is typed onto a page, and the fields among `annotations` as `Label: value` lines. */
export function listAnnotationLines(annotations: readonly PdfAnnotation[]): { text: string; hidden: boolean }[] {
  return annotations.flatMap((annotation) => {
    const text = annotation.subtype === "Widget" ? describeWidget(annotation) : describeNote(annotation);
    return text === null ? [] : [{ text, hidden: isUnseen(annotation) }];
  });
}

function describeWidget(field: PdfAnnotation): string | null {
  const reading = readField(field);
  return reading && describeField(field, reading, false);
}

function describeNote({ subtype, contentsObj }: PdfAnnotation): string | null {
  const text = contentsObj?.str?.trim();
  return text && subtype === "FreeText" ? `Note: ${text}` : null;
}
