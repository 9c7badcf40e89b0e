import { readTrace } from "@assay/core/runs";
import { Hono } from "hono";
import { accepts } from "hono/accepts";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { traceJson, traceLines } from "../stream-trace.ts";
import type { ApiEnv } from "../variables.ts";

export const adminTraces = new Hono<ApiEnv>().basePath("/api/admin/traces");

adminTraces.get(
  "/:runId",
  role("ADMIN"),
  operation(
    "admin.traces.get",
    "Returns the spans of a run",
    { 200: { "application/json": "Trace", "application/x-ndjson": "text" } },
    { description: "With `Accept: application/x-ndjson` a line for the trace, then one for each span." },
  ),
  async (c) => {
    const type = accepts(c, {
      header: "Accept",
      supports: ["application/json", "application/x-ndjson"],
      default: "application/json",
    });
    c.header("Vary", "Accept", { append: true });
    c.header("Content-Type", type);
    const trace = await readTrace(c.var.ctx, c.req.param("runId"));
    return c.body(await (type === "application/x-ndjson" ? traceLines(trace) : traceJson(trace)));
  },
);
