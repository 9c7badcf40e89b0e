import { accessRecordExportQuery, accessRecordListQuery } from "../access-records.ts";
import { defineOperations } from "./define-operations.ts";

export const adminAccessRecords = defineOperations("admin.accessRecords", {
  list: {
    method: "GET",
    path: "/api/admin/access-records",
    role: "ADMIN",
    summary: "Lists who read originals, snapshots, exports, reports and replays, newest first",
    description: "Kept 13 months.",
    query: accessRecordListQuery,
    responses: { 200: "AccessRecordPage" },
  },
  export: {
    method: "GET",
    path: "/api/admin/access-records/export",
    role: "ADMIN",
    summary: "Returns all access records that match the filters as a file",
    query: accessRecordExportQuery,
    responses: { 200: { "text/csv": "text", "application/x-ndjson": "text" } },
    responseHeaders: ["Content-Disposition"],
  },
});
