import { createRetrievalVersionBody, engineMetrics, pageQuery, thresholdPreviewQuery } from "@assay/contract";
import {
  activateRetrievalVersion,
  createRetrievalVersion,
  getEngineMetrics,
  listRetrievalVersions,
  recommendRetrievalVersion,
  storeEngineMetrics,
} from "@assay/core/retrieval-versions";
import { previewThresholds } from "@assay/core/runs";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const retrievalVersions = new Hono<ApiEnv>().basePath("/api/admin/retrieval-versions");

retrievalVersions.get(
  "/",
  role("SUPER_ADMIN"),
  operation("admin.retrievalVersions.list", "Lists retrieval versions", { 200: "RetrievalVersionListReply" }),
  query(pageQuery),
  async (c) => {
    const page = await listRetrievalVersions(c.var.ctx, c.req.valid("query"));
    return c.json({ retrievalVersions: page.items, nextCursor: page.nextCursor });
  },
);

retrievalVersions.post(
  "/",
  role("SUPER_ADMIN"),
  operation(
    "admin.retrievalVersions.create",
    "Creates a retrieval version",
    { 201: "RetrievalVersionReply" },
    { errors: ["INVALID_STATE"] },
  ),
  jsonBody,
  json(createRetrievalVersionBody),
  async (c) => {
    const { ctx, services } = c.var;
    const { record, jobs } = await createRetrievalVersion(ctx, services.models, c.req.valid("json"));
    await services.dispatcher.dispatch(jobs);
    return c.json({ retrievalVersion: record }, 201);
  },
);

// What it shows is the tenant's own, so that its ADMIN may look before the SUPER_ADMIN changes anything.
retrievalVersions.get(
  "/preview",
  role("ADMIN"),
  operation(
    "admin.retrievalVersions.preview",
    "Shows the stored verdicts of a finished run with other thresholds and rules",
    { 200: "ThresholdPreview" },
    { errors: ["INVALID_STATE", "INTEGRITY_ERROR"] },
  ),
  query(thresholdPreviewQuery),
  async (c) => c.json(await previewThresholds(c.var.ctx, c.req.valid("query"))),
);

retrievalVersions.post(
  "/:id/activate",
  role("SUPER_ADMIN"),
  operation(
    "admin.retrievalVersions.activate",
    "Activates a retrieval version",
    { 200: "RetrievalVersionReply" },
    { errors: ["INVALID_STATE"] },
  ),
  async (c) => {
    const { ctx, services } = c.var;
    return c.json({ retrievalVersion: await activateRetrievalVersion(ctx, services.models, c.req.param("id")) });
  },
);

retrievalVersions.get(
  "/:id/metrics",
  role("SUPER_ADMIN"),
  operation(
    "admin.retrievalVersions.metrics",
    "Shows the metrics of a retrieval version next to those of the active one",
    { 200: "VersionMetrics" },
  ),
  async (c) => c.json(await getEngineMetrics(c.var.ctx, c.req.param("id"))),
);

retrievalVersions.put(
  "/:id/metrics",
  role("SUPER_ADMIN"),
  operation("admin.retrievalVersions.storeMetrics", "Stores the metrics of a retrieval version", {
    200: "VersionMetrics",
  }),
  jsonBody,
  json(engineMetrics),
  async (c) => c.json(await storeEngineMetrics(c.var.ctx, c.req.param("id"), c.req.valid("json"))),
);

retrievalVersions.post(
  "/:id/recommend",
  role("SUPER_ADMIN"),
  operation(
    "admin.retrievalVersions.recommend",
    "Recommends a retrieval version",
    { 200: "RetrievalVersionReply" },
    { errors: ["INVALID_STATE"] },
  ),
  async (c) => c.json({ retrievalVersion: await recommendRetrievalVersion(c.var.ctx, c.req.param("id")) }),
);
