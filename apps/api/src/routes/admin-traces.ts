import { operations } from "@assay/contract/operations";
import { readTrace } from "@assay/core/runs";
import { accepts } from "hono/accepts";
import { bind, serve } from "../middleware/bind.ts";
import { traceJson, traceLines } from "../stream-trace.ts";

export const adminTraces = serve(
  bind(operations.admin.traces.get, async (c) => {
    const type = accepts(c, {
      header: "Accept",
      supports: ["application/json", "application/x-ndjson"],
      default: "application/json",
    });
    c.header("Vary", "Accept", { append: true });
    c.header("Content-Type", type);
    const trace = await readTrace(c.var.ctx, c.req.param("runId"));
    return c.body(await (type === "application/x-ndjson" ? traceLines(trace) : traceJson(trace)));
  }),
);
