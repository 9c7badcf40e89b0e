import type { Document } from "@assay/client";

/** A number names a section, such as "1. Purpose", and no document. */
const NUMBERED = /^(\d{1,2}(\.\d{1,2})*[.)]?|§)\s/;

/** What a document is called: its title, or else its first heading, or else its file name. */
export function nameOf({ title, heading, originalFilename }: Pick<Document, "title" | "heading" | "originalFilename">) {
  if (title !== null) return title;
  return heading !== null && !NUMBERED.test(heading) ? heading : originalFilename;
}
