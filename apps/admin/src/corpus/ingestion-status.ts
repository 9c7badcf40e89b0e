import type { CorpusIngestion, IngestionStatus } from "@assay/client/admin";
import type { Tone } from "@assay/ui";

export const INGESTION_STATUS: Readonly<Record<IngestionStatus, { tone: Tone; label: string }>> = {
  PENDING: { tone: "neutral", label: "Waiting" },
  FETCHING: { tone: "active", label: "Fetching" },
  PARSING: { tone: "active", label: "Reading" },
  INDEXING: { tone: "active", label: "Indexing" },
  COMPLETED: { tone: "complete", label: "Completed" },
  FAILED: { tone: "missing", label: "Failed" },
};

/** COMPLETED and FAILED are what an ingestion ends in. */
export function isSettled({ status }: Pick<CorpusIngestion, "status">): boolean {
  return status === "COMPLETED" || status === "FAILED";
}
