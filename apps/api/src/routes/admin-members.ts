import { operations } from "@assay/contract/operations";
import { inviteMember } from "@assay/core/invitations";
import { changeMember, listMembers, removeMember } from "@assay/core/tenancy";
import { bind, serve } from "../middleware/bind.ts";
import { deliveryOf, shown } from "./admin-invitations.ts";

export const adminMembers = serve(
  bind(operations.admin.members.list, async (c) => {
    const page = await listMembers(c.var.ctx, c.req.valid("query"));
    return c.json({ members: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.members.invite, async (c) =>
    c.json(await shown(c, await inviteMember(c.var.ctx, deliveryOf(c), c.req.valid("json"))), 201),
  ),
  bind(operations.admin.members.change, async (c) =>
    c.json({ member: await changeMember(c.var.ctx, c.req.param("userId"), c.req.valid("json")) }),
  ),
  bind(operations.admin.members.remove, async (c) => {
    await removeMember(c.var.ctx, c.req.param("userId"));
    return c.body(null, 204);
  }),
);
