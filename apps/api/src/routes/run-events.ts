import { getRunProgress } from "@assay/core/runs";
import type { Context } from "hono";
import type { ApiEnv } from "../variables.ts";
import { streamChanges } from "./stream-changes.ts";

/**
 * A `progress` event for each change of the run, then one `end`. The id of an event is the run's revision: a client
 * that comes back with `Last-Event-ID` is told only of what is newer.
 */
export async function streamProgress(c: Context<ApiEnv, "/api/runs/:runId/events">): Promise<Response> {
  const { ctx, services } = c.var;
  const runId = c.req.param("runId");
  const first = await getRunProgress(ctx, runId);
  const last = c.req.header("Last-Event-ID") ?? "";
  let seen = /^\d{1,9}$/.test(last) ? Number(last) : 0;
  let waitingUntil: string | undefined;
  return streamChanges(c, {
    watch: services.progress,
    first,
    subjectAfter: () => runId,
    async write(stream, current) {
      const id = String(current.revision);
      const data = JSON.stringify(current.progress);
      const until = current.progress.run.waiting?.until;
      const isNew = current.revision > seen || until !== waitingUntil;
      if (isNew) {
        await stream.writeSSE({ event: "progress", id, data });
        seen = current.revision;
        waitingUntil = until;
      }
      if (!current.finished) return isNew ? "wrote" : "nothing";
      await stream.writeSSE({ event: "end", id, data });
      return "end";
    },
  });
}
