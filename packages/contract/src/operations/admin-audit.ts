import { auditListQuery, auditVerifyBody, auditVerifyQuery, checkpointListQuery } from "../audit.ts";
import { defineOperations } from "./define-operations.ts";

export const adminAudit = defineOperations("admin.audit", {
  list: {
    method: "GET",
    path: "/api/admin/audit-logs",
    role: "ADMIN",
    summary: "Lists entries of the audit log, newest first",
    description: "With `Accept: text/csv` all entries that match the filters, as an attachment.",
    query: auditListQuery,
    responses: { 200: { "application/json": "AuditPage", "text/csv": "text" } },
    responseHeaders: ["Content-Disposition"],
  },
  checkpoints: {
    method: "GET",
    path: "/api/admin/audit-logs/checkpoints",
    role: "ADMIN",
    summary: "Lists signed checkpoints, newest first",
    query: checkpointListQuery,
    responses: { 200: "CheckpointListReply" },
  },
  verify: {
    method: "GET",
    path: "/api/admin/audit-logs/verify",
    role: "ADMIN",
    summary: "Recomputes the hash chain of the tenant",
    query: auditVerifyQuery,
    responses: { 200: "AuditVerification" },
  },
  verifyCheckpoint: {
    method: "POST",
    path: "/api/admin/audit-logs/verify",
    role: "ADMIN",
    summary: "Recomputes the hash chain and compares it with a checkpoint that was kept",
    body: auditVerifyBody,
    responses: { 200: "AuditVerification" },
  },
});
