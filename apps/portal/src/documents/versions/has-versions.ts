import type { Document } from "@assay/client";

type Held = Pick<Document, "places" | "replacesDocumentId" | "supersededById" | "retiredAt" | "fileType">;

/** Whether another document may have stood where it stands or stood. */
export function hasVersions({ places, replacesDocumentId, supersededById, retiredAt, fileType }: Held): boolean {
  const wasReplaced = replacesDocumentId !== null || supersededById !== null || retiredAt !== null;
  return fileType !== "zip" && (wasReplaced || places.some(({ version }) => version > 1));
}
