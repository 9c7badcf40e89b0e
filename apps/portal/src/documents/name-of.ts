import type { Document } from "@assay/client";

/** What a document is called: its title, or else its file name. */
export function nameOf({ title, originalFilename }: Pick<Document, "title" | "originalFilename">): string {
  return title ?? originalFilename;
}
