import type { Document } from "@assay/client";

/** A number names a section, such as "1. Purpose", and no document. */
const NUMBERED = /^\d{1,2}(\.[\d.]*|\))?\s/;

/** What a document is called: its title, or else its first heading, or else its file name. */
export function nameOf({ title, heading, originalFilename }: Pick<Document, "title" | "heading" | "originalFilename">) {
  return title ?? (heading && !NUMBERED.test(heading) ? heading : originalFilename);
}
