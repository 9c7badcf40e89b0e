import { failedDocumentListQuery, reprocessDocumentsBody } from "@assay/contract";
import { countReadings, listFailedDocuments, reprocessDocuments } from "@assay/core/documents";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminDocuments = new Hono<ApiEnv>().basePath("/api/admin/documents");

adminDocuments.get(
  "/failed",
  role("ADMIN"),
  operation("admin.documents.failed", "Lists failed documents", { 200: "FailedDocumentListReply" }),
  query(failedDocumentListQuery),
  async (c) => {
    const page = await listFailedDocuments(c.var.ctx, c.req.valid("query"));
    return c.json({ documents: page.items, nextCursor: page.nextCursor });
  },
);

adminDocuments.get(
  "/counts",
  role("ADMIN"),
  operation("admin.documents.counts", "Counts documents by reader and failure", { 200: "ReadingCountsReply" }),
  async (c) => c.json({ counts: await countReadings(c.var.ctx) }),
);

adminDocuments.post(
  "/reprocess",
  role("ADMIN"),
  operation(
    "admin.documents.reprocess",
    "Reads documents again",
    { 202: "Reprocessed" },
    { errors: ["INVALID_STATE"] },
  ),
  jsonBody,
  json(reprocessDocumentsBody),
  async (c) => {
    const { accepted, refused, jobs } = await reprocessDocuments(c.var.ctx, c.req.valid("json"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ accepted, refused }, 202);
  },
);
