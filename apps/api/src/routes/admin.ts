import { importRunBody } from "@assay/contract";
import { importRun, replayRun } from "@assay/core/runs";
import { Hono } from "hono";
import { role } from "../middleware/role.ts";
import { json, jsonBody } from "../middleware/validate.ts";
import { UNALTERED } from "../middleware/validators.ts";
import type { ApiEnv } from "../variables.ts";

export const admin = new Hono<ApiEnv>().basePath("/api/admin");

admin.get("/runs/:runId/replay", role("ADMIN"), async (c) => {
  const { bytes, snapshotHash } = await replayRun(c.var.ctx, c.req.param("runId"));
  c.header("Cache-Control", UNALTERED);
  return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
    "Content-Type": "application/json",
    ...(snapshotHash ? { "X-Snapshot-Hash": snapshotHash } : {}),
  });
});

admin.post("/runs/import", role("SUPER_ADMIN"), jsonBody, json(importRunBody), async (c) =>
  c.json({ run: await importRun(c.var.ctx, c.req.valid("json")) }, 201),
);
