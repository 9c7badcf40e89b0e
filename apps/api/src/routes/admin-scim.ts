import { operations } from "@assay/contract/operations";
import { createScimKey, listScimGroups, listScimKeys, mapScimGroup, revokeScimKey } from "@assay/core/scim";
import { bind, serve } from "../middleware/bind.ts";

const { scim } = operations.admin;

export const adminScim = serve(
  bind(scim.listKeys, async (c) => {
    const page = await listScimKeys(c.var.ctx, c.req.valid("query"));
    return c.json({ scimKeys: page.items, nextCursor: page.nextCursor });
  }),
  bind(scim.createKey, async (c) => c.json(await createScimKey(c.var.ctx, c.var.services, c.req.valid("json")), 201)),
  bind(scim.revokeKey, async (c) => {
    await revokeScimKey(c.var.ctx, c.req.param("scimKeyId"));
    return c.body(null, 204);
  }),
  bind(scim.listGroups, async (c) => {
    const page = await listScimGroups(c.var.ctx, c.req.valid("query"));
    return c.json({ scimGroups: page.items, nextCursor: page.nextCursor });
  }),
  bind(scim.mapGroup, async (c) =>
    c.json({ scimGroup: await mapScimGroup(c.var.ctx, c.req.param("scimGroupId"), c.req.valid("json")) }),
  ),
);
