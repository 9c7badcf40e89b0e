import { apiKeyListQuery, createApiKeyBody } from "../tenancy.ts";
import { defineOperations } from "./define-operations.ts";

export const adminApiKeys = defineOperations("admin.apiKeys", {
  list: {
    method: "GET",
    path: "/api/admin/api-keys",
    role: "ADMIN",
    summary: "Lists API keys, revoked and expired ones too",
    query: apiKeyListQuery,
    responses: { 200: "ApiKeyListReply" },
  },
  create: {
    method: "POST",
    path: "/api/admin/api-keys",
    role: "ADMIN",
    person: "create an API key",
    summary: "Creates an API key",
    description: "`key` is shown only here. For at most one year, and with no role above the caller's.",
    body: createApiKeyBody,
    responses: { 201: "CreatedApiKey" },
  },
  revoke: {
    method: "DELETE",
    path: "/api/admin/api-keys/:apiKeyId",
    role: "ADMIN",
    person: "revoke an API key",
    summary: "Revokes an API key",
    description: "The key ends with the next request.",
    responses: { 204: null },
  },
});
