import { auditListQuery, auditVerifyBody, auditVerifyQuery, checkpointListQuery } from "@assay/contract";
import {
  listAuditEntries,
  listCheckpointKeys,
  listCheckpoints,
  streamAuditEntries,
  verifyAudit,
} from "@assay/core/audit";
import { Hono } from "hono";
import { accepts } from "hono/accepts";
import { auditCsv } from "../audit-csv.ts";
import { contentDisposition } from "../content-disposition.ts";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";

export const adminAudit = new Hono<ApiEnv>().basePath("/api/admin/audit-logs");

adminAudit.get(
  "/",
  role("ADMIN"),
  operation(
    "admin.audit.list",
    "Lists entries of the audit log, newest first",
    { 200: { "application/json": "AuditPage", "text/csv": "text" } },
    {
      description: "With `Accept: text/csv` all entries that match the filters, as an attachment.",
      replyHeaders: ["Content-Disposition"],
    },
  ),
  query(auditListQuery),
  async (c) => {
    const filter = c.req.valid("query");
    const type = accepts(c, {
      header: "Accept",
      supports: ["application/json", "text/csv"],
      default: "application/json",
    });
    c.header("Vary", "Accept", { append: true });
    if (type === "text/csv")
      return c.body(await auditCsv(streamAuditEntries(c.var.ctx, filter)), 200, {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": contentDisposition(`audit-${c.var.ctx.tenantId}.csv`),
      });
    const { items, ...page } = await listAuditEntries(c.var.ctx, filter);
    return c.json({ entries: items, ...page });
  },
);

adminAudit.get(
  "/checkpoints",
  role("ADMIN"),
  operation("admin.audit.checkpoints", "Lists signed checkpoints, newest first", { 200: "CheckpointListReply" }),
  query(checkpointListQuery),
  async (c) => {
    const { items, nextCursor } = await listCheckpoints(c.var.ctx, c.req.valid("query"));
    return c.json({ checkpoints: items, nextCursor });
  },
);

adminAudit.get(
  "/verify",
  role("ADMIN"),
  operation("admin.audit.verify", "Recomputes the hash chain of the tenant", { 200: "AuditVerification" }),
  query(auditVerifyQuery),
  async (c) => {
    const { sequence, hash } = c.req.valid("query");
    const kept = sequence !== undefined && hash !== undefined ? { sequence, hash } : undefined;
    return c.json(await verifyAudit(c.var.ctx, { keys: await knownKeys(c.var.services), kept }));
  },
);

adminAudit.post(
  "/verify",
  role("ADMIN"),
  operation(
    "admin.audit.verifyCheckpoint",
    "Recomputes the hash chain and compares it with a checkpoint that was kept",
    { 200: "AuditVerification" },
  ),
  jsonBody,
  json(auditVerifyBody),
  async (c) =>
    c.json(await verifyAudit(c.var.ctx, { keys: await knownKeys(c.var.services), kept: c.req.valid("json") })),
);

function knownKeys({ db, signer }: ApiServices) {
  return listCheckpointKeys(db, signer);
}
