import {
  activationListQuery,
  createActivationBody,
  createIngestionBody,
  guidancePassageListQuery,
  ingestionFields,
  ingestionListQuery,
} from "@assay/contract";
import {
  createActivation,
  createUrlIngestion,
  getIngestion,
  listActivations,
  listIngestions,
  listPassages,
} from "@assay/core/guidance";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import { receiveGuidance } from "../upload/receive-guidance.ts";
import type { ApiEnv } from "../variables.ts";

export const corpus = new Hono<ApiEnv>().basePath("/api/admin/corpus");

corpus.get(
  "/ingestions",
  role("SUPER_ADMIN"),
  operation("admin.corpus.ingestions", "Lists ingestions of guidance", { 200: "CorpusIngestionListReply" }),
  query(ingestionListQuery),
  async (c) => {
    const page = await listIngestions(c.var.ctx, c.req.valid("query"));
    return c.json({ ingestions: page.items, nextCursor: page.nextCursor });
  },
);

corpus.post(
  "/ingestions",
  role("SUPER_ADMIN"),
  operation(
    "admin.corpus.ingest",
    "Ingests guidance from a URL or a file",
    { 202: "CorpusIngestionReply" },
    {
      form: { fields: ingestionFields, file: "A document of a supported format, no ZIP." },
      errors: ["UNSAFE_URL", "FILE_TOO_LARGE", "UNSUPPORTED_FILE_TYPE"],
    },
  ),
  async (c, next) => {
    const type = c.req.header("Content-Type") ?? "";
    if (!/^multipart\/form-data\s*(;|$)/i.test(type)) return next();
    const { ingestion, jobs } = await receiveGuidance(c.var, c.req.raw, type);
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ ingestion }, 202);
  },
  jsonBody,
  json(createIngestionBody),
  async (c) => {
    const { ctx, services } = c.var;
    const { ingestion, jobs } = await createUrlIngestion(ctx, services.fetcher, c.req.valid("json"));
    await services.dispatcher.dispatch(jobs);
    return c.json({ ingestion }, 202);
  },
);

corpus.get(
  "/ingestions/:id",
  role("SUPER_ADMIN"),
  operation("admin.corpus.ingestion", "Returns an ingestion", { 200: "CorpusIngestionReply" }),
  async (c) => c.json({ ingestion: await getIngestion(c.var.ctx, c.req.param("id")) }),
);

corpus.get(
  "/ingestions/:id/passages",
  role("SUPER_ADMIN"),
  operation("admin.corpus.passages", "Lists the passages of an ingestion, in the order of the text", {
    200: "GuidancePassageListReply",
  }),
  query(guidancePassageListQuery),
  async (c) => {
    const page = await listPassages(c.var.ctx, c.req.param("id"), c.req.valid("query"));
    return c.json({ passages: page.items, nextCursor: page.nextCursor });
  },
);

corpus.get(
  "/activations",
  role("SUPER_ADMIN"),
  operation("admin.corpus.activations", "Lists activations of guidance", { 200: "CorpusActivationListReply" }),
  query(activationListQuery),
  async (c) => {
    const page = await listActivations(c.var.ctx, c.req.valid("query"));
    return c.json({ activations: page.items, nextCursor: page.nextCursor });
  },
);

corpus.post(
  "/activations",
  role("SUPER_ADMIN"),
  operation(
    "admin.corpus.activate",
    "Activates guidance for new runs",
    { 201: "CorpusActivationReply" },
    { errors: ["INVALID_STATE"] },
  ),
  jsonBody,
  json(createActivationBody),
  async (c) => c.json({ activation: await createActivation(c.var.ctx, c.req.valid("json")) }, 201),
);
