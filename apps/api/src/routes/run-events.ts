import { getRunProgress } from "@assay/core/runs";
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { reportFailure, toAssayError } from "../middleware/errors.ts";
import type { ApiEnv } from "../variables.ts";

const HEARTBEAT_MS = 15_000;

/**
 * A `progress` event for each change of the run, then one `end`. The id of an event is the run's revision: a client
 * that comes back with `Last-Event-ID` is told only of what is newer. The stream ends soon after the caller's access
 * does: by expiry, revocation or a changed role; and when the process stops.
 */
export async function streamProgress(c: Context<ApiEnv, "/api/runs/:runId/events">): Promise<Response> {
  const { ctx, services } = c.var;
  const runId = c.req.param("runId");
  let current = await getRunProgress(ctx, runId);
  const last = c.req.header("Last-Event-ID") ?? "";
  let seen = /^\d{1,9}$/.test(last) ? Number(last) : 0;
  const follow = async (stream: SSEStreamingApi) => {
    let lastWriteAt = performance.now();
    const { progress, settings } = services;
    let checked = progress.accessRound(settings.accessCheckMs);
    let waitingUntil: string | undefined;
    while (!stream.aborted) {
      const id = String(current.revision);
      const data = JSON.stringify(current.progress);
      const until = current.progress.run.waiting?.until;
      if (current.revision > seen || until !== waitingUntil) {
        await stream.writeSSE({ event: "progress", id, data });
        seen = current.revision;
        waitingUntil = until;
        lastWriteAt = performance.now();
      }
      if (current.finished) {
        await stream.writeSSE({ event: "end", id, data });
        return;
      }
      if (performance.now() - lastWriteAt > HEARTBEAT_MS) {
        await stream.write(": still here\n\n");
        lastWriteAt = performance.now();
      }
      const next = await progress.next(ctx, runId);
      if (!next) return;
      current = next;
      const round = progress.accessRound(settings.accessCheckMs);
      if (round === checked) continue;
      if (!(await c.var.hasSameAccess())) return;
      checked = round;
    }
  };
  // The framework would print it and send its text. The client comes back with `Last-Event-ID`.
  const report = (thrown: unknown) => reportFailure(c, toAssayError(thrown), thrown);
  return streamSSE(c, (stream) => follow(stream).catch(report));
}
