import { inviteMemberBody, memberListQuery, patchMemberBody } from "@assay/contract";
import { changeMemberRole, inviteMember, listMembers, removeMember, resetMemberPassword } from "@assay/core/tenancy";
import { Hono } from "hono";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminMembers = new Hono<ApiEnv>().basePath("/api/admin/members");

adminMembers.get("/", role("ADMIN"), query(memberListQuery), async (c) => {
  const page = await listMembers(c.var.ctx, c.req.valid("query"));
  return c.json({ members: page.items, nextCursor: page.nextCursor });
});

adminMembers.post("/", role("ADMIN"), jsonBody, json(inviteMemberBody), async (c) =>
  c.json(await inviteMember(c.var.ctx, c.var.services.accounts, c.req.valid("json")), 201),
);

adminMembers.post("/:userId/first-password", role("ADMIN"), async (c) => {
  const invitation = await resetMemberPassword(c.var.ctx, c.var.services.accounts, c.req.param("userId"));
  return c.json({ invitation }, 201);
});

adminMembers.patch("/:userId", role("ADMIN"), jsonBody, json(patchMemberBody), async (c) =>
  c.json({ member: await changeMemberRole(c.var.ctx, c.req.param("userId"), c.req.valid("json").role) }),
);

adminMembers.delete("/:userId", role("ADMIN"), async (c) => {
  await removeMember(c.var.ctx, c.req.param("userId"));
  return c.body(null, 204);
});
