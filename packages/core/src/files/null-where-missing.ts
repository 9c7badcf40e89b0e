import { DocumentError } from "@assay/contract";

/** For a store that says of a missing file that it is. */
export function nullWhereMissing(error: unknown): null {
  if (error instanceof DocumentError && error.code === "OBJECT_MISSING") return null;
  throw error;
}
