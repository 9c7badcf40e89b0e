import { operations } from "@assay/contract/operations";
import {
  compareDocuments,
  deleteDocument,
  editDocument,
  getDocument,
  listChunks,
  listDocuments,
  listPages,
  listPageWords,
  listSegments,
  listVersions,
  previewDeletion,
  reprocessDocument,
  restoreDocument,
  retireDocument,
  summariseDocuments,
} from "@assay/core/documents";
import { bind, serve } from "../middleware/bind.ts";
import { sendOriginal } from "./send-original.ts";

export const documents = serve(
  bind(operations.documents.list, async (c) => {
    const { items, ...page } = await listDocuments(c.var.ctx, c.req.valid("query"));
    return c.json({ documents: items, ...page });
  }),
  bind(operations.documents.summary, async (c) =>
    c.json({ summary: await summariseDocuments(c.var.ctx, c.req.valid("query")) }),
  ),
  bind(operations.documents.get, async (c) => c.json({ document: await getDocument(c.var.ctx, c.req.param("id")) })),
  bind(operations.documents.status, async (c) => {
    const { id, status, uploadedAt, extractedAt, parsedAt, indexedAt, readyAt, failure, recognition, waiting } =
      await getDocument(c.var.ctx, c.req.param("id"));
    return c.json({ id, status, uploadedAt, extractedAt, parsedAt, indexedAt, readyAt, failure, recognition, waiting });
  }),
  bind(operations.documents.chunks, async (c) => {
    const page = await listChunks(c.var.ctx, c.req.param("id"), c.req.valid("query"));
    return c.json({ chunks: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.documents.segments, async (c) => {
    const { items, total, nextCursor } = await listSegments(c.var.ctx, c.req.param("id"), c.req.valid("query"));
    return c.json({ segments: items, total, nextCursor });
  }),
  bind(operations.documents.pages, async (c) => {
    const { items, nextCursor } = await listPages(c.var.ctx, c.req.param("id"), c.req.valid("query"));
    return c.json({ pages: items, nextCursor });
  }),
  bind(operations.documents.pageWords, async (c) =>
    c.json(await listPageWords(c.var.ctx, c.req.param("id"), c.req.param("index"))),
  ),
  bind(operations.documents.original, sendOriginal),
  bind(operations.documents.reprocess, async (c) => {
    const { document, jobs } = await reprocessDocument(c.var.ctx, c.req.param("id"), c.req.valid("json"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ document }, 202);
  }),
  bind(operations.documents.versions, async (c) => {
    const page = await listVersions(c.var.ctx, c.req.param("id"), c.req.valid("query"));
    return c.json({ versions: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.documents.compare, async (c) =>
    c.json(await compareDocuments(c.var.ctx, c.req.param("id"), c.req.valid("query").against)),
  ),
  bind(operations.documents.retire, async (c) =>
    c.json({ document: await retireDocument(c.var.ctx, c.req.param("id")) }),
  ),
  bind(operations.documents.restore, async (c) =>
    c.json({ document: await restoreDocument(c.var.ctx, c.req.param("id")) }),
  ),
  bind(operations.documents.edit, async (c) =>
    c.json({ document: await editDocument(c.var.ctx, c.req.param("id"), c.req.valid("json")) }),
  ),
  bind(operations.documents.delete, async (c) => {
    const id = c.req.param("id");
    if (c.req.valid("query").dryRun === "true") return c.json(await previewDeletion(c.var.ctx, id));
    await c.var.services.dispatcher.dispatch(await deleteDocument(c.var.ctx, id, c.req.valid("json")));
    return c.body(null, 204);
  }),
);
