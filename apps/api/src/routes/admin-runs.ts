import { operations } from "@assay/contract/operations";
import { getRunDetails, importRun, listRunsForAdmins, replayRun } from "@assay/core/runs";
import { bind, serve } from "../middleware/bind.ts";
import { UNALTERED } from "../middleware/validators.ts";

export const adminRuns = serve(
  bind(operations.admin.runs.list, async (c) => {
    const page = await listRunsForAdmins(c.var.ctx, c.req.valid("query"));
    return c.json({ runs: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.runs.get, async (c) => c.json(await getRunDetails(c.var.ctx, c.req.param("runId")))),
  bind(operations.admin.runs.replay, async (c) => {
    const { bytes, snapshotHash } = await replayRun(c.var.ctx, c.req.param("runId"));
    c.header("Cache-Control", UNALTERED);
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      "Content-Type": "application/json",
      ...(snapshotHash ? { "X-Snapshot-Hash": snapshotHash } : {}),
    });
  }),
  bind(operations.admin.runs.import, async (c) =>
    c.json({ run: await importRun(c.var.ctx, c.req.valid("json")) }, 201),
  ),
);
