import type { CorpusIngestion } from "@assay/client/admin";

export interface IngestionStep {
  readonly name: string;
  readonly state: "done" | "active" | "failed" | "ahead";
  readonly startedAt: string | null;
  /** Null while it runs, and where it has not begun. */
  readonly endedAt: string | null;
}

const STEPS = [
  { name: "Accepted", at: "createdAt" },
  { name: "Fetching", at: "fetchingAt" },
  { name: "Reading", at: "parsingAt" },
  { name: "Indexing", at: "indexingAt" },
  { name: "Completed", at: "completedAt" },
] as const;

/** The way of an ingestion with the times of each step; the one at which it failed, or at which it is, stands out. */
export function listSteps(ingestion: CorpusIngestion): IngestionStep[] {
  const reached = STEPS.findLastIndex(({ at }) => ingestion[at] !== null);
  return STEPS.map(({ name, at }, index) => {
    const startedAt = ingestion[at];
    const next = STEPS.slice(index + 1).find((step) => ingestion[step.at] !== null);
    const endedAt = next ? ingestion[next.at] : index === reached ? ingestion.failedAt : null;
    return { name, state: stateOf(ingestion, index, reached), startedAt, endedAt };
  });
}

function stateOf({ status }: CorpusIngestion, index: number, reached: number): IngestionStep["state"] {
  if (index > reached) return "ahead";
  if (index < reached || status === "COMPLETED") return "done";
  return status === "FAILED" ? "failed" : "active";
}
