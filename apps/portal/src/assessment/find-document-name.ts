import { AssayApiError } from "@assay/client";
import { assay } from "@assay/site/assay";
import { nameOf } from "../documents/name-of.ts";

export interface CitedName {
  readonly name: string;
  readonly deleted: boolean;
}

/**
 * What a cited document is called where it is listed; one that was deleted, what its file was called when the run judged
 * it. Null where neither the service nor the run knows it.
 */
export async function findDocumentName(
  runId: string,
  documentId: string,
  signal: AbortSignal,
): Promise<CitedName | null> {
  const { documents, runs } = await assay();
  try {
    return { name: nameOf(await documents.get(documentId, { signal })), deleted: false };
  } catch (error) {
    if (!(error instanceof AssayApiError && error.code === "NOT_FOUND")) throw error;
  }
  const [fixed] = (await runs.documents(runId, { documentId, signal })).documents;
  return fixed ? { name: fixed.originalFilename, deleted: fixed.deleted } : null;
}
