import type { Operation } from "@assay/contract/operations";
import { recordAccess } from "@assay/core/access-records";
import type { Context } from "hono";
import type { ApiEnv } from "../variables.ts";

/** What says of a file is not said of its refusal. */
const OF_A_FILE = [
  "Content-Length",
  "Content-Range",
  "Content-Disposition",
  "ETag",
  "Cache-Control",
  "X-Snapshot-Hash",
];

/** Records who is about to read what; refuses it where that fails. A HEAD and a 304 read nothing. */
export async function recordRead(
  c: Context<ApiEnv>,
  { kind, object }: NonNullable<Operation["reads"]>,
  response: Response,
): Promise<void> {
  if (c.req.method !== "GET" || !response.ok) return;
  const { ctx } = c.var;
  const runId = c.req.param("runId") ?? ctx.link?.runId ?? null;
  try {
    await recordAccess(ctx, { kind, objectId: c.req.param(object)!, runId });
  } catch (error) {
    await response.body?.cancel();
    for (const name of OF_A_FILE) c.header(name, undefined);
    throw error;
  }
}
