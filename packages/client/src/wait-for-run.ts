import { AssayApiError, AssayConnectionError } from "./assay-error.ts";
import type { RunStepListReply } from "./generated/replies.ts";
import type { RunDetails, RunProgress } from "./generated/types.ts";
import { type Http, path, type RequestOptions } from "./http.ts";
import { pollUntil } from "./poll-until.ts";
import { watchRun } from "./run-events.ts";

/** Returns a run at its end: from its events, and where those do not arrive by asking for the run itself. */
export async function waitForRun(
  http: Http,
  runId: string,
  { onProgress, ...options }: RequestOptions & { onProgress?: ((progress: RunProgress) => void) | undefined },
): Promise<RunDetails> {
  let last: RunProgress | undefined;
  const note = (progress: RunProgress) => {
    const isNew = JSON.stringify(progress) !== JSON.stringify(last);
    last = progress;
    if (isNew) onProgress?.(progress);
    return hasEnded(progress.run);
  };
  try {
    for await (const progress of watchRun(http, runId, options)) note(progress);
  } catch (error) {
    if (!(error instanceof AssayConnectionError || error instanceof AssayApiError)) throw error;
  }
  if (!last || !hasEnded(last.run))
    await pollUntil(async () => {
      const run = await http.json<RunDetails>("GET", path`/api/runs/${runId}`, options);
      const { steps } = await http.json<RunStepListReply>("GET", path`/api/runs/${runId}/steps`, options);
      return note({ run, steps });
    }, options.signal);
  return last!.run;
}

export function hasEnded({ status }: Pick<RunDetails, "status">): boolean {
  return status === "COMPLETED" || status === "FAILED";
}
