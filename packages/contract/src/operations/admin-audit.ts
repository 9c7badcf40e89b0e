import {
  auditListQuery,
  auditVerifyBody,
  auditVerifyQuery,
  checkpointListQuery,
  checkpointRecipients,
} from "../audit.ts";
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
  recipients: {
    method: "GET",
    path: "/api/admin/audit-logs/recipients",
    role: "ADMIN",
    summary: "Returns who gets checkpoints by mail",
    responses: { 200: "CheckpointRecipients" },
  },
  changeRecipients: {
    method: "PUT",
    path: "/api/admin/audit-logs/recipients",
    role: "ADMIN",
    person: "change who gets checkpoints by mail",
    fresh: "ACTION",
    summary: "Says who gets checkpoints by mail",
    description: "409 INVALID_STATE where the deployment sends no mail.",
    body: checkpointRecipients,
    responses: { 200: "CheckpointRecipients" },
    errors: ["INVALID_STATE"],
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
