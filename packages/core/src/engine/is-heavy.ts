import type { Job } from "../jobs/job.ts";

const HEAVY = new Set(["document.extract", "ingestion.FETCHING", "ingestion.PARSING", "file.rehash"]);

/** Whether a stage needs processes, sockets or more processor time than an edge runtime lends. */
export function isHeavy({ kind, stage }: Pick<Job, "kind" | "stage">): boolean {
  return HEAVY.has(`${kind}.${stage}`);
}
