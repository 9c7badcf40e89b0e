import { reprocessDocumentsBody } from "../admin-runs.ts";
import { failedDocumentListQuery } from "../failed-documents.ts";
import { defineOperations } from "./define-operations.ts";

export const adminDocuments = defineOperations("admin.documents", {
  failed: {
    method: "GET",
    path: "/api/admin/documents/failed",
    role: "ADMIN",
    summary: "Lists failed documents",
    query: failedDocumentListQuery,
    responses: { 200: "FailedDocumentListReply" },
  },
  counts: {
    method: "GET",
    path: "/api/admin/documents/counts",
    role: "ADMIN",
    summary: "Counts documents by reader and failure",
    responses: { 200: "ReadingCountsReply" },
  },
  reprocess: {
    method: "POST",
    path: "/api/admin/documents/reprocess",
    role: "ADMIN",
    summary: "Reads documents again",
    body: reprocessDocumentsBody,
    responses: { 202: "Reprocessed" },
    errors: ["INVALID_STATE"],
  },
});
