import { pageQuery } from "../paging.ts";
import { createScimKeyBody, mapScimGroupBody } from "../scim.ts";
import { defineOperations } from "./define-operations.ts";

export const adminScim = defineOperations("admin.scim", {
  listKeys: {
    method: "GET",
    path: "/api/admin/scim-keys",
    role: "ADMIN",
    summary: "Lists SCIM keys, revoked ones too",
    query: pageQuery,
    responses: { 200: "ScimKeyListReply" },
  },
  createKey: {
    method: "POST",
    path: "/api/admin/scim-keys",
    role: "ADMIN",
    person: "create a SCIM key",
    fresh: "ACTION",
    summary: "Creates a SCIM key",
    description: "`key` is shown only here. INVALID_STATE: people sign in elsewhere.",
    body: createScimKeyBody,
    responses: { 201: "CreatedScimKey" },
    errors: ["INVALID_STATE", "TENANT_LIMIT_EXCEEDED"],
  },
  revokeKey: {
    method: "DELETE",
    path: "/api/admin/scim-keys/:scimKeyId",
    role: "ADMIN",
    person: "revoke a SCIM key",
    fresh: "ACTION",
    summary: "Revokes a SCIM key",
    description: "The key ends with the next request. Members stay.",
    responses: { 204: null },
  },
  listGroups: {
    method: "GET",
    path: "/api/admin/scim-groups",
    role: "ADMIN",
    summary: "Lists the groups of the directory",
    query: pageQuery,
    responses: { 200: "ScimGroupListReply" },
  },
  mapGroup: {
    method: "PATCH",
    path: "/api/admin/scim-groups/:scimGroupId",
    role: "ADMIN",
    person: "map a group",
    fresh: "ACTION",
    summary: "Changes which role a group gives",
    description: "Its members get the role at once. An ADMIN is never changed.",
    body: mapScimGroupBody,
    responses: { 200: "ScimGroupReply" },
  },
});
