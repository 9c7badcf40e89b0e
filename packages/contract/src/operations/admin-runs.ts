import { adminRunListQuery } from "../admin-runs.ts";
import { importRunBody } from "../runs.ts";
import { defineOperations } from "./define-operations.ts";

export const adminRuns = defineOperations("admin.runs", {
  list: {
    method: "GET",
    path: "/api/admin/runs",
    role: "ADMIN",
    summary: "Lists runs with their costs",
    query: adminRunListQuery,
    responses: { 200: "AdminRunListReply" },
  },
  get: {
    method: "GET",
    path: "/api/admin/runs/:runId",
    role: "ADMIN",
    summary: "Returns a run with its pins, jobs and costs",
    responses: { 200: "AdminRunDetails" },
  },
  replay: {
    method: "GET",
    path: "/api/admin/runs/:runId/replay",
    role: "ADMIN",
    summary: "Returns the stored results of a run",
    description: "Never new results from a model. Of a captured snapshot the bytes are the same each time.",
    responses: { 200: "Replay" },
    reads: { kind: "REPLAY", object: "runId" },
    errors: ["REPLAY_UNAVAILABLE", "INVALID_STATE", "INTEGRITY_ERROR"],
    responseHeaders: ["X-Snapshot-Hash"],
  },
  import: {
    method: "POST",
    path: "/api/admin/runs/import",
    role: "SUPER_ADMIN",
    summary: "Imports a finished run of an earlier system",
    body: importRunBody,
    responses: { 201: "ImportRunReply" },
    errors: ["INVALID_STATE"],
  },
});
