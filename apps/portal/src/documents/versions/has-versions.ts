import type { Document } from "@assay/client";
import { isContainer } from "@assay/contract/containers";

interface Held extends Pick<Document, "replacesDocumentId" | "supersededById" | "fileType"> {
  readonly places: readonly Pick<Document["places"][number], "version">[];
}

/** Whether another document may have stood where it stands or stood. */
export function hasVersions({ places, replacesDocumentId, supersededById, fileType }: Held): boolean {
  const wasReplaced = replacesDocumentId !== null || supersededById !== null;
  return !isContainer(fileType) && (wasReplaced || places.some(({ version }) => version > 1));
}
