import type { Document } from "@assay/client";

/** The ids of what retiring, restoring or deleting a document can change, itself among them. */
export function affectedBy({ id, replacesDocumentId, supersededById }: Document): readonly string[] {
  return [id, replacesDocumentId, supersededById].filter((each) => each !== null);
}
