import type { Attempt, Outcome } from "../jobs/stage.ts";
import { nothingLeft } from "../jobs/stage.ts";
import { continueErasure, type ErasureServices } from "./continue-erasure.ts";

/** Of an attempt, what stays for its last part. */
const LEFT_MS = 5000;

/** Continues an erasure until it is finished or the attempt has used its time. */
export async function runErasure(services: ErasureServices, attempt: Attempt): Promise<Outcome> {
  const longest = attempt.leftMs();
  do {
    const state = await continueErasure(attempt.db, services, attempt.job.subjectId);
    if (state === "done") return nothingLeft;
    if (state !== "more") return { state: "more", delayMs: state.waitsMs, write: async () => [] };
  } while (!attempt.signal.aborted && attempt.leftMs() > Math.max(LEFT_MS, longest / 2));
  return { state: "more", write: async () => [] };
}
