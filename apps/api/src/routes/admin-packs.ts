import { createPackBody, criteriaDiffQuery, packImportQuery, packListQuery, putBindingBody } from "@assay/contract";
import {
  bindPack,
  createPack,
  diffVersions,
  getBinding,
  getPack,
  importVersion,
  listPacks,
  listVersionRequirements,
  listVersions,
  publishVersion,
  readVersion,
} from "@assay/core/packs";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { PACK_FILE, readPackFile } from "../middleware/pack-file.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminPacks = new Hono<ApiEnv>().basePath("/api/admin");

adminPacks.get(
  "/packs",
  role("ADMIN"),
  operation("admin.packs.list", "Lists packs", { 200: "PackListReply" }),
  query(packListQuery),
  async (c) => {
    const page = await listPacks(c.var.ctx, c.req.valid("query"));
    return c.json({ packs: page.items, nextCursor: page.nextCursor });
  },
);

adminPacks.post(
  "/packs",
  role("SUPER_ADMIN"),
  operation("admin.packs.create", "Creates a pack without a version", { 201: "PackReply" }),
  jsonBody,
  json(createPackBody),
  async (c) => c.json({ pack: await createPack(c.var.ctx, c.req.valid("json")) }, 201),
);

adminPacks.get(
  "/packs/:packId",
  role("ADMIN"),
  operation("admin.packs.get", "Returns a pack", { 200: "PackReply" }),
  async (c) => c.json({ pack: await getPack(c.var.ctx, c.req.param("packId")) }),
);

adminPacks.get(
  "/packs/:packId/versions",
  role("SUPER_ADMIN"),
  operation("admin.packs.versions", "Lists the versions of a pack, drafts too", { 200: "CriteriaVersionListReply" }),
  query(packListQuery),
  async (c) => {
    const page = await listVersions(c.var.ctx, { packId: c.req.param("packId"), ...c.req.valid("query") });
    return c.json({ versions: page.items, nextCursor: page.nextCursor });
  },
);

adminPacks.post(
  "/packs/:packId/versions",
  role("SUPER_ADMIN"),
  operation(
    "admin.packs.importVersion",
    "Imports a pack file as a DRAFT version",
    { 201: "PackImport", 200: "PackImport" },
    {
      description: "200 with `dryRun=true`, which stores nothing.",
      body: PACK_FILE,
      errors: ["UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE"],
    },
  ),
  query(packImportQuery),
  async (c) => {
    const { format, requirements, dryRun } = c.req.valid("query");
    const pack = await c.var.services.packs.parse(await readPackFile(c, format), { format, requirements });
    const imported = await importVersion(c.var.ctx, {
      packId: c.req.param("packId"),
      pack,
      dryRun: dryRun === "true",
    });
    return c.json(imported, imported.dryRun ? 200 : 201);
  },
);

adminPacks.post(
  "/packs/:packId/versions/:versionId/publish",
  role("SUPER_ADMIN"),
  operation(
    "admin.packs.publish",
    "Publishes a version",
    { 200: "CriteriaVersionReply" },
    { errors: ["IMMUTABLE_RESOURCE"] },
  ),
  async (c) => {
    const { packId, versionId } = c.req.param();
    return c.json({ version: await publishVersion(c.var.ctx, { packId, criteriaVersionId: versionId }) });
  },
);

adminPacks.get(
  "/packs/:packId/versions/:versionId",
  role("ADMIN"),
  operation("admin.packs.version", "Returns a version that the tenant uses or a run pinned", {
    200: "CriteriaVersionReply",
  }),
  async (c) => {
    const { packId, versionId } = c.req.param();
    return c.json({ version: await readVersion(c.var.ctx, { packId, criteriaVersionId: versionId }) });
  },
);

adminPacks.get(
  "/packs/:packId/versions/:versionId/requirements",
  role("ADMIN"),
  operation("admin.packs.requirements", "Lists the requirements of a version, in pack order", {
    200: "RequirementListReply",
  }),
  query(packListQuery),
  async (c) => {
    const { packId, versionId } = c.req.param();
    const asked = { packId, criteriaVersionId: versionId, ...c.req.valid("query") };
    const page = await listVersionRequirements(c.var.ctx, asked);
    return c.json({ requirements: page.items, nextCursor: page.nextCursor });
  },
);

adminPacks.get(
  "/packs/:packId/versions/:versionId/diff",
  role("SUPER_ADMIN"),
  operation("admin.packs.diff", "Compares a version with another one", { 200: "CriteriaDiff" }),
  query(criteriaDiffQuery),
  async (c) => {
    const { packId, versionId } = c.req.param();
    const { against } = c.req.valid("query");
    return c.json(await diffVersions(c.var.ctx, { packId, criteriaVersionId: versionId, against }));
  },
);

adminPacks.get(
  "/bindings/:packId",
  role("ADMIN"),
  operation("admin.bindings.get", "Returns which version of a pack the tenant uses", { 200: "PackBindingReply" }),
  async (c) => c.json({ binding: await getBinding(c.var.ctx, c.req.param("packId")) }),
);

adminPacks.put(
  "/bindings/:packId",
  role("SUPER_ADMIN"),
  operation(
    "admin.bindings.put",
    "Sets which version of a pack the tenant uses",
    { 200: "PackBindingReply" },
    { errors: ["INVALID_STATE"] },
  ),
  jsonBody,
  json(putBindingBody),
  async (c) => {
    const { criteriaVersionId } = c.req.valid("json");
    return c.json({ binding: await bindPack(c.var.ctx, { packId: c.req.param("packId"), criteriaVersionId }) });
  },
);
