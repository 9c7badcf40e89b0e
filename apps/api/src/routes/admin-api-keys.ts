import { operations } from "@assay/contract/operations";
import { createApiKey, listApiKeys, revokeApiKey } from "@assay/core/tenancy";
import { bind, serve } from "../middleware/bind.ts";

export const adminApiKeys = serve(
  bind(operations.admin.apiKeys.list, async (c) => {
    const page = await listApiKeys(c.var.ctx, c.req.valid("query"));
    return c.json({ apiKeys: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.apiKeys.create, async (c) => c.json(await createApiKey(c.var.ctx, c.req.valid("json")), 201)),
  bind(operations.admin.apiKeys.revoke, async (c) => {
    await revokeApiKey(c.var.ctx, c.req.param("apiKeyId"));
    return c.body(null, 204);
  }),
);
