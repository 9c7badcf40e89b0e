import { apiKeyListQuery, createApiKeyBody } from "@assay/contract";
import { createApiKey, listApiKeys, revokeApiKey } from "@assay/core/tenancy";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminApiKeys = new Hono<ApiEnv>().basePath("/api/admin/api-keys");

adminApiKeys.get(
  "/",
  role("ADMIN"),
  operation("admin.apiKeys.list", "Lists API keys, revoked and expired ones too", { 200: "ApiKeyListReply" }),
  query(apiKeyListQuery),
  async (c) => {
    const page = await listApiKeys(c.var.ctx, c.req.valid("query"));
    return c.json({ apiKeys: page.items, nextCursor: page.nextCursor });
  },
);

adminApiKeys.post(
  "/",
  role("ADMIN"),
  operation(
    "admin.apiKeys.create",
    "Creates an API key",
    { 201: "CreatedApiKey" },
    { description: "`key` is shown only here." },
  ),
  jsonBody,
  json(createApiKeyBody),
  async (c) => c.json(await createApiKey(c.var.ctx, c.req.valid("json")), 201),
);

adminApiKeys.delete(
  "/:apiKeyId",
  role("ADMIN"),
  operation("admin.apiKeys.revoke", "Revokes an API key", { 204: null }),
  async (c) => {
    await revokeApiKey(c.var.ctx, c.req.param("apiKeyId"));
    return c.body(null, 204);
  },
);
