import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { ChangeWatch } from "../change-watch.ts";
import { reportFailure, toAssayError } from "../middleware/errors.ts";
import type { ApiEnv } from "../variables.ts";

const HEARTBEAT_MS = 15_000;

export interface Followed<Value> {
  readonly watch: ChangeWatch<Value>;
  readonly first: Value;
  /** What to wait for after this value. */
  subjectAfter(current: Value): string;
  /** Writes what of it is new. Returns "end" after the last one. */
  write(stream: SSEStreamingApi, current: Value): Promise<"wrote" | "nothing" | "end">;
  /** In each round in which access is checked. */
  renew?(): Promise<void>;
  close?(): void;
}

/**
 * Streams what a watch tells as server-sent events. The stream ends soon after the caller's access does: by expiry,
 * revocation or a changed role; and when the process stops.
 */
export function streamChanges<Value>(c: Context<ApiEnv>, followed: Followed<Value>): Response {
  const { ctx, services } = c.var;
  const { watch, write } = followed;
  const follow = async (stream: SSEStreamingApi) => {
    let current = followed.first;
    let lastWriteAt = performance.now();
    let checked = watch.accessRound(services.settings.accessCheckMs);
    while (!stream.aborted) {
      const written = await write(stream, current);
      if (written === "end") return;
      if (written === "wrote") lastWriteAt = performance.now();
      if (performance.now() - lastWriteAt > HEARTBEAT_MS) {
        await stream.write(": still here\n\n");
        lastWriteAt = performance.now();
      }
      const next = await watch.next(ctx, followed.subjectAfter(current));
      if (!next) return;
      current = next;
      const round = watch.accessRound(services.settings.accessCheckMs);
      if (round === checked) continue;
      if (!(await c.var.hasSameAccess())) return;
      await followed.renew?.();
      checked = round;
    }
  };
  // The framework would print it and send its text. The client comes back with `Last-Event-ID`.
  const report = (thrown: unknown) => reportFailure(c, toAssayError(thrown), thrown);
  return streamSSE(c, (stream) =>
    follow(stream)
      .catch(report)
      .finally(() => followed.close?.()),
  );
}
