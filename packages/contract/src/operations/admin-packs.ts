import {
  createPackBody,
  criteriaDiffQuery,
  PACK_MEDIA_TYPES,
  packImportQuery,
  packListQuery,
  packPageQuery,
  patchPackBody,
  putOfferBody,
} from "../admin-packs.ts";
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
    summary: "Lists the tenant's packs and those that it uses or is offered",
    description: "For a SUPER_ADMIN the tenant's own and all of the deployment's.",
    query: packListQuery,
    responses: { 200: "PackListReply" },
  },
  create: {
    method: "POST",
    path: "/api/admin/packs",
    role: "ADMIN",
    summary: "Creates a pack without a version",
    body: createPackBody,
    responses: { 201: "PackReply" },
    errors: ["TENANT_LIMIT_EXCEEDED"],
  },
  get: {
    method: "GET",
    path: "/api/admin/packs/:packId",
    role: "ADMIN",
    summary: "Returns a pack",
    responses: { 200: "PackReply" },
  },
  change: {
    method: "PATCH",
    path: "/api/admin/packs/:packId",
    role: "ADMIN",
    summary: "Renames, describes or archives a pack, or takes it out of the archive",
    body: patchPackBody,
    responses: { 200: "PackReply" },
    errors: ["TENANT_LIMIT_EXCEEDED"],
  },
  delete: {
    method: "DELETE",
    path: "/api/admin/packs/:packId",
    role: "ADMIN",
    summary: "Deletes a pack that has only drafts",
    description: "IMMUTABLE_RESOURCE once a version is published or guidance added: archive it.",
    responses: { 204: null },
    errors: ["IMMUTABLE_RESOURCE"],
  },
  getOffer: {
    method: "GET",
    path: "/api/admin/packs/:packId/offer",
    role: "SUPER_ADMIN",
    summary: "Returns which tenants may bind a pack of the deployment",
    responses: { 200: "PackOfferReply" },
    errors: ["INVALID_STATE"],
  },
  offer: {
    method: "PUT",
    path: "/api/admin/packs/:packId/offer",
    role: "SUPER_ADMIN",
    summary: "Sets which tenants may bind a pack of the deployment",
    description: "A tenant that uses the pack keeps it.",
    body: putOfferBody,
    responses: { 200: "PackOfferReply" },
    errors: ["INVALID_STATE"],
  },
  versions: {
    method: "GET",
    path: "/api/admin/packs/:packId/versions",
    role: "ADMIN",
    summary: "Lists the versions of a pack",
    description: "Drafts too, of the tenant's own packs and for a SUPER_ADMIN.",
    query: packPageQuery,
    responses: { 200: "CriteriaVersionListReply" },
  },
  importVersion: {
    method: "POST",
    path: "/api/admin/packs/:packId/versions",
    role: "ADMIN",
    summary: "Imports a pack file as a DRAFT version",
    description: "200 with `dryRun=true`, which stores nothing.",
    query: packImportQuery,
    content: PACK_FILE,
    responses: { 201: "PackImport", 200: "PackImport" },
    errors: ["UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE", "INVALID_STATE", "TENANT_LIMIT_EXCEEDED"],
  },
  publish: {
    method: "POST",
    path: "/api/admin/packs/:packId/versions/:versionId/publish",
    role: "ADMIN",
    summary: "Publishes a version",
    description: "A published version never changes.",
    responses: { 200: "CriteriaVersionReply" },
    errors: ["IMMUTABLE_RESOURCE", "INVALID_STATE"],
  },
  deleteDraft: {
    method: "DELETE",
    path: "/api/admin/packs/:packId/versions/:versionId",
    role: "ADMIN",
    summary: "Deletes a DRAFT version",
    responses: { 204: null },
    errors: ["IMMUTABLE_RESOURCE"],
  },
  version: {
    method: "GET",
    path: "/api/admin/packs/:packId/versions/:versionId",
    role: "ADMIN",
    summary: "Returns a version of a pack",
    responses: {
      200: "CriteriaVersionReply",
    },
  },
  requirements: {
    method: "GET",
    path: "/api/admin/packs/:packId/versions/:versionId/requirements",
    role: "ADMIN",
    summary: "Lists the requirements of a version, in pack order",
    query: packPageQuery,
    responses: {
      200: "RequirementListReply",
    },
    errors: ["INTEGRITY_ERROR"],
  },
  diff: {
    method: "GET",
    path: "/api/admin/packs/:packId/versions/:versionId/diff",
    role: "ADMIN",
    summary: "Compares a version with another one",
    query: criteriaDiffQuery,
    responses: { 200: "CriteriaDiff" },
  },
});
