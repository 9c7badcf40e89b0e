import { readTrace } from "@assay/core/runs";
import { Hono } from "hono";
import { accepts } from "hono/accepts";
import { role } from "../middleware/role.ts";
import { traceJson, traceLines } from "../stream-trace.ts";
import type { ApiEnv } from "../variables.ts";

export const adminTraces = new Hono<ApiEnv>().basePath("/api/admin/traces");

adminTraces.get("/:runId", role("ADMIN"), async (c) => {
  const type = accepts(c, {
    header: "Accept",
    supports: ["application/json", "application/x-ndjson"],
    default: "application/json",
  });
  c.header("Vary", "Accept", { append: true });
  c.header("Content-Type", type);
  const trace = await readTrace(c.var.ctx, c.req.param("runId"));
  return c.body(await (type === "application/x-ndjson" ? traceLines(trace) : traceJson(trace)));
});
