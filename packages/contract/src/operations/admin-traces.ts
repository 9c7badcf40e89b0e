import { defineOperations } from "./define-operations.ts";

export const adminTraces = defineOperations("admin.traces", {
  get: {
    method: "GET",
    path: "/api/admin/traces/:runId",
    role: "ADMIN",
    summary: "Returns the spans of a run",
    description: "With `Accept: application/x-ndjson` a line for the trace, then one for each span.",
    responses: { 200: { "application/json": "Trace", "application/x-ndjson": "text" } },
  },
});
