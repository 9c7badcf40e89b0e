import { AssayApiError } from "@assay/client";
import { assay } from "../session/assay.ts";

/** Null for a document that was deleted: the verdicts that cite it stay. */
export async function findDocumentName(documentId: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await (await assay()).documents.get(documentId, { signal })).originalFilename;
  } catch (error) {
    if (error instanceof AssayApiError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
