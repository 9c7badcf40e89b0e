import { importRunBody } from "@assay/contract";
import { importRun, replayRun } from "@assay/core/runs";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody } from "../middleware/validate.ts";
import { UNALTERED } from "../middleware/validators.ts";
import type { ApiEnv } from "../variables.ts";

export const admin = new Hono<ApiEnv>().basePath("/api/admin");

admin.get(
  "/runs/:runId/replay",
  role("ADMIN"),
  operation(
    "admin.runs.replay",
    "Returns the stored results of a run",
    { 200: "Replay" },
    {
      description: "Never new results from a model. Of a captured snapshot the bytes are the same each time.",
      errors: ["REPLAY_UNAVAILABLE", "INVALID_STATE", "INTEGRITY_ERROR"],
      replyHeaders: ["X-Snapshot-Hash"],
    },
  ),
  async (c) => {
    const { bytes, snapshotHash } = await replayRun(c.var.ctx, c.req.param("runId"));
    c.header("Cache-Control", UNALTERED);
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      "Content-Type": "application/json",
      ...(snapshotHash ? { "X-Snapshot-Hash": snapshotHash } : {}),
    });
  },
);

admin.post(
  "/runs/import",
  role("SUPER_ADMIN"),
  operation(
    "admin.runs.import",
    "Imports a finished run of an earlier system",
    { 201: "ImportRunReply" },
    { errors: ["INVALID_STATE"] },
  ),
  jsonBody,
  json(importRunBody),
  async (c) => c.json({ run: await importRun(c.var.ctx, c.req.valid("json")) }, 201),
);
