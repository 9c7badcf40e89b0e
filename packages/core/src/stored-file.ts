import { DocumentError } from "@assay/contract";
import type { StoredFile } from "./ports/file-store.ts";

/** For a store that says of a missing file that it is. */
export function nullWhereMissing(error: unknown): null {
  if (error instanceof DocumentError && error.code === "OBJECT_MISSING") return null;
  throw error;
}

export function isSameFile(one: StoredFile, other: StoredFile): boolean {
  return one.sizeBytes === other.sizeBytes && one.sha256 === other.sha256;
}
