import {
  deleteDocumentQuery,
  documentListQuery,
  pageQuery,
  patchDocumentBody,
  segmentListQuery,
} from "@assay/contract";
import {
  deleteDocument,
  editDocument,
  getDocument,
  listChunks,
  listDocuments,
  listSegments,
  previewDeletion,
  reprocessDocument,
} from "@assay/core/documents";
import { Hono } from "hono";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";
import { sendOriginal } from "./send-original.ts";

export const documents = new Hono<ApiEnv>().basePath("/api/documents");

documents.get("/", role("VIEWER"), query(documentListQuery), async (c) => {
  const page = await listDocuments(c.var.ctx, c.req.valid("query"));
  return c.json({ documents: page.items, nextCursor: page.nextCursor });
});

documents.get("/:id", role("VIEWER"), async (c) =>
  c.json({ document: await getDocument(c.var.ctx, c.req.param("id")) }),
);

documents.get("/:id/status", role("VIEWER"), async (c) => {
  const { id, status, uploadedAt, extractedAt, parsedAt, indexedAt, readyAt, failure } = await getDocument(
    c.var.ctx,
    c.req.param("id"),
  );
  return c.json({ id, status, uploadedAt, extractedAt, parsedAt, indexedAt, readyAt, failure });
});

documents.get("/:id/chunks", role("VIEWER"), query(pageQuery), async (c) => {
  const page = await listChunks(c.var.ctx, c.req.param("id"), c.req.valid("query"));
  return c.json({ chunks: page.items, nextCursor: page.nextCursor });
});

documents.get("/:id/segments", role("VIEWER"), query(segmentListQuery), async (c) => {
  const { items, total, nextCursor } = await listSegments(c.var.ctx, c.req.param("id"), c.req.valid("query"));
  return c.json({ segments: items, total, nextCursor });
});

documents.get("/:id/original", role("VIEWER"), sendOriginal);

documents.post("/:id/reprocess", role("MEMBER"), async (c) => {
  const { document, jobs } = await reprocessDocument(c.var.ctx, c.req.param("id"));
  await c.var.services.dispatcher.dispatch(jobs);
  return c.json({ document }, 202);
});

documents.patch("/:id", role("MEMBER"), jsonBody, json(patchDocumentBody), async (c) =>
  c.json({ document: await editDocument(c.var.ctx, c.req.param("id"), c.req.valid("json")) }),
);

documents.delete("/:id", role("MEMBER"), query(deleteDocumentQuery), async (c) => {
  const id = c.req.param("id");
  if (c.req.valid("query").dryRun === "true") return c.json(await previewDeletion(c.var.ctx, id));
  await c.var.services.dispatcher.dispatch(await deleteDocument(c.var.ctx, id));
  return c.body(null, 204);
});
