import { AssayApiError } from "@assay/client";
import { assay } from "@assay/site/assay";

export interface CitedName {
  readonly name: string;
  readonly deleted: boolean;
}

/** What a cited document was called when the run judged it; null where neither the run nor the service knows it. */
export async function findDocumentName(
  runId: string,
  documentId: string,
  signal: AbortSignal,
): Promise<CitedName | null> {
  const { documents, runs } = await assay();
  const [fixed] = (await runs.documents(runId, { documentId, signal })).documents;
  if (fixed) return { name: fixed.originalFilename, deleted: fixed.deleted };
  // Of an imported run.
  try {
    return { name: (await documents.get(documentId, { signal })).originalFilename, deleted: false };
  } catch (error) {
    if (error instanceof AssayApiError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
