import { createPackBody, criteriaDiffQuery, PACK_MEDIA_TYPES, packImportQuery, packListQuery } from "../admin-packs.ts";
import { defineOperations } from "./define-operations.ts";
import type { Content } from "./operation.ts";

/** A pack file, in each of its media types. */
const PACK_FILE: Content = Object.fromEntries(
  Object.values(PACK_MEDIA_TYPES)
    .flat()
    .map((type) => [type, "text"]),
);

export const adminPacks = defineOperations("admin.packs", {
  list: {
    method: "GET",
    path: "/api/admin/packs",
    role: "ADMIN",
    summary: "Lists packs",
    query: packListQuery,
    responses: { 200: "PackListReply" },
  },
  create: {
    method: "POST",
    path: "/api/admin/packs",
    role: "SUPER_ADMIN",
    summary: "Creates a pack without a version",
    body: createPackBody,
    responses: { 201: "PackReply" },
  },
  get: {
    method: "GET",
    path: "/api/admin/packs/:packId",
    role: "ADMIN",
    summary: "Returns a pack",
    responses: { 200: "PackReply" },
  },
  versions: {
    method: "GET",
    path: "/api/admin/packs/:packId/versions",
    role: "SUPER_ADMIN",
    summary: "Lists the versions of a pack, drafts too",
    query: packListQuery,
    responses: { 200: "CriteriaVersionListReply" },
  },
  importVersion: {
    method: "POST",
    path: "/api/admin/packs/:packId/versions",
    role: "SUPER_ADMIN",
    summary: "Imports a pack file as a DRAFT version",
    description: "200 with `dryRun=true`, which stores nothing.",
    query: packImportQuery,
    content: PACK_FILE,
    responses: { 201: "PackImport", 200: "PackImport" },
    errors: ["UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE"],
  },
  publish: {
    method: "POST",
    path: "/api/admin/packs/:packId/versions/:versionId/publish",
    role: "SUPER_ADMIN",
    summary: "Publishes a version",
    description: "A published version never changes.",
    responses: { 200: "CriteriaVersionReply" },
    errors: ["IMMUTABLE_RESOURCE"],
  },
  version: {
    method: "GET",
    path: "/api/admin/packs/:packId/versions/:versionId",
    role: "ADMIN",
    summary: "Returns a version that the tenant uses or a run pinned",
    responses: {
      200: "CriteriaVersionReply",
    },
  },
  requirements: {
    method: "GET",
    path: "/api/admin/packs/:packId/versions/:versionId/requirements",
    role: "ADMIN",
    summary: "Lists the requirements of a version, in pack order",
    query: packListQuery,
    responses: {
      200: "RequirementListReply",
    },
    errors: ["INTEGRITY_ERROR"],
  },
  diff: {
    method: "GET",
    path: "/api/admin/packs/:packId/versions/:versionId/diff",
    role: "SUPER_ADMIN",
    summary: "Compares a version with another one",
    query: criteriaDiffQuery,
    responses: { 200: "CriteriaDiff" },
  },
});
