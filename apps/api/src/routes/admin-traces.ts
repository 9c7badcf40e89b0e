import { readTrace } from "@assay/core/runs";
import { Hono } from "hono";
import { role } from "../middleware/role.ts";
import type { ApiEnv } from "../variables.ts";

export const adminTraces = new Hono<ApiEnv>().basePath("/api/admin/traces");

adminTraces.get("/:runId", role("ADMIN"), async (c) => c.json(await readTrace(c.var.ctx, c.req.param("runId"))));
