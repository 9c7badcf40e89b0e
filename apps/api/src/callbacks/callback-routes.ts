import type { CallbackVerifier } from "@assay/adapters/qstash";
import { id } from "@assay/contract";
import { type Engine, findWaitMs, runJob } from "@assay/core/jobs";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { type CallbackEnv, signed } from "./signed.ts";
import type { Slots } from "./slots.ts";

export const WORK_PATH = "/callbacks/work";
export const SWEEP_PATH = "/callbacks/sweep";

export interface CallbackServices {
  readonly verifier: CallbackVerifier;
  /** The public origins that QStash may have been given for this service. */
  readonly addresses: readonly string[];
  readonly engine: Engine;
  readonly slots: Slots;
  sweep(): Promise<void>;
}

/** A message that the last release published holds `workItemId` alone. */
const dispatch = z.union([
  z.object({ jobId: id }),
  z.object({ workItemId: id }).transform(({ workItemId }) => ({ jobId: workItemId })),
]);
/** QStash delivers again whatever is not answered with 2xx, but for this status and header. */
const DO_NOT_RETRY = 489 as ContentfulStatusCode;

/** What QStash calls. An answer tells how the dispatch ended; everything that matters is in the database by then. */
export function callbackRoutes({ verifier, addresses, engine, slots, sweep }: CallbackServices): Hono<CallbackEnv> {
  return new Hono<CallbackEnv>()
    .post(WORK_PATH, signed(verifier, addresses), async (c) => {
      const asked = dispatch.safeParse(readJson(c.var.signedBody));
      if (!asked.success) return refuseForGood(c, "unreadable");
      const { jobId } = asked.data;
      const result = await slots.run((shutdown) => runJob(engine, jobId, shutdown));
      if (result === "failed") return refuseForGood(c, result);
      const waitMs = result === "nothing" && isRetry(c) ? await findWaitMs(engine.db, jobId) : undefined;
      return waitMs === undefined ? c.json({ result }) : askLater(c, waitMs);
    })
    .post(SWEEP_PATH, signed(verifier, addresses), async (c) => {
      await slots.run(sweep);
      return c.json({ result: "swept" });
    });
}

function refuseForGood(c: Context<CallbackEnv>, result: string): Response {
  c.header("Upstash-NonRetryable-Error", "true");
  return c.json({ result }, DO_NOT_RETRY);
}

/** The delivery before this one was not answered: its process may have died and still hold the job. */
function isRetry(c: Context<CallbackEnv>): boolean {
  return Number(c.req.header("Upstash-Retried")) > 0;
}

function askLater(c: Context<CallbackEnv>, waitMs: number): Response {
  c.header("Retry-After", String(Math.ceil(waitMs / 1000) + 1));
  return c.json({ result: "held" }, 503);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
