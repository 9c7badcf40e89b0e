import {
  deleteDocumentQuery,
  documentListQuery,
  documentPageListQuery,
  pageQuery,
  patchDocumentBody,
  reprocessDocumentBody,
  segmentListQuery,
} from "@assay/contract";
import {
  deleteDocument,
  editDocument,
  getDocument,
  listChunks,
  listDocuments,
  listPages,
  listPageWords,
  listSegments,
  previewDeletion,
  reprocessDocument,
} from "@assay/core/documents";
import { Hono } from "hono";
import { link } from "../middleware/link.ts";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";
import { sendOriginal } from "./send-original.ts";

export const documents = new Hono<ApiEnv>().basePath("/api/documents");

documents.get(
  "/",
  role("VIEWER"),
  operation("documents.list", "Lists documents, newest first", { 200: "DocumentListReply" }),
  query(documentListQuery),
  async (c) => {
    const page = await listDocuments(c.var.ctx, c.req.valid("query"));
    return c.json({ documents: page.items, nextCursor: page.nextCursor });
  },
);

documents.get(
  "/:id",
  role("VIEWER"),
  link("READ"),
  operation("documents.get", "Returns a document", { 200: "DocumentReply" }),
  async (c) => c.json({ document: await getDocument(c.var.ctx, c.req.param("id")) }),
);

documents.get(
  "/:id/status",
  role("VIEWER"),
  operation("documents.status", "Returns the status of a document", { 200: "DocumentProgress" }),
  async (c) => {
    const { id, status, uploadedAt, extractedAt, parsedAt, indexedAt, readyAt, failure, recognition } =
      await getDocument(c.var.ctx, c.req.param("id"));
    return c.json({ id, status, uploadedAt, extractedAt, parsedAt, indexedAt, readyAt, failure, recognition });
  },
);

documents.get(
  "/:id/chunks",
  role("VIEWER"),
  link("READ"),
  operation("documents.chunks", "Lists the chunks of a document", { 200: "ChunkListReply" }),
  query(pageQuery),
  async (c) => {
    const page = await listChunks(c.var.ctx, c.req.param("id"), c.req.valid("query"));
    return c.json({ chunks: page.items, nextCursor: page.nextCursor });
  },
);

documents.get(
  "/:id/segments",
  role("VIEWER"),
  link("READ"),
  operation("documents.segments", "Lists the extracted text of a document by page, rows, slide or section", {
    200: "SegmentPage",
  }),
  query(segmentListQuery),
  async (c) => {
    const { items, total, nextCursor } = await listSegments(c.var.ctx, c.req.param("id"), c.req.valid("query"));
    return c.json({ segments: items, total, nextCursor });
  },
);

documents.get(
  "/:id/pages",
  role("VIEWER"),
  link("READ"),
  operation("documents.pages", "Lists what was read of each page, sheet, slide, mail part and picture of a document", {
    200: "DocumentPageListReply",
  }),
  query(documentPageListQuery),
  async (c) => {
    const { items, nextCursor } = await listPages(c.var.ctx, c.req.param("id"), c.req.valid("query"));
    return c.json({ pages: items, nextCursor });
  },
);

documents.get(
  "/:id/pages/:index/words",
  role("VIEWER"),
  link("READ"),
  operation("documents.pageWords", "Returns the words that were read from the picture of a page, with their boxes", {
    200: "PageWords",
  }),
  async (c) => c.json(await listPageWords(c.var.ctx, c.req.param("id"), c.req.param("index"))),
);

documents.get(
  "/:id/original",
  role("VIEWER"),
  link("READ"),
  operation(
    "documents.original",
    "Returns the original bytes of a document",
    { 200: { "application/octet-stream": "bytes" }, 206: { "application/octet-stream": "bytes" } },
    {
      description: "The ETag is the SHA-256 of the file. 206 for a Range.",
      errors: ["RANGE_NOT_SATISFIABLE", "INVALID_STATE"],
      requestHeaders: ["Range", "If-Range"],
      replyHeaders: ["ETag", "Content-Disposition", "Content-Range"],
    },
  ),
  sendOriginal,
);

documents.post(
  "/:id/reprocess",
  role("MEMBER"),
  operation(
    "documents.reprocess",
    "Reads a document again",
    { 202: "DocumentReply" },
    {
      description:
        "A FAILED document, or a READY one that an earlier reader has read, of which pages were not read, whose encoding is not sure, or which is to be read in another encoding.",
      errors: ["INVALID_STATE"],
    },
  ),
  jsonBody,
  json(reprocessDocumentBody),
  async (c) => {
    const { document, jobs } = await reprocessDocument(c.var.ctx, c.req.param("id"), c.req.valid("json"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ document }, 202);
  },
);

documents.patch(
  "/:id",
  role("MEMBER"),
  operation("documents.edit", "Corrects what is recorded about a document", { 200: "DocumentReply" }),
  jsonBody,
  json(patchDocumentBody),
  async (c) => c.json({ document: await editDocument(c.var.ctx, c.req.param("id"), c.req.valid("json")) }),
);

documents.delete(
  "/:id",
  role("MEMBER"),
  operation(
    "documents.delete",
    "Deletes a document",
    { 204: null, 200: "DeletionPreview" },
    {
      description: "With `dryRun=true` 200 and what a deletion would remove; nothing is deleted.",
      errors: ["INVALID_STATE"],
    },
  ),
  query(deleteDocumentQuery),
  async (c) => {
    const id = c.req.param("id");
    if (c.req.valid("query").dryRun === "true") return c.json(await previewDeletion(c.var.ctx, id));
    await c.var.services.dispatcher.dispatch(await deleteDocument(c.var.ctx, id));
    return c.body(null, 204);
  },
);
