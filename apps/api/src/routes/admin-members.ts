import { inviteMemberBody, memberListQuery, patchMemberBody } from "@assay/contract";
import { changeMember, inviteMember, listMembers, removeMember, resetMemberPassword } from "@assay/core/tenancy";
import { Hono } from "hono";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminMembers = new Hono<ApiEnv>().basePath("/api/admin/members");

adminMembers.get(
  "/",
  role("ADMIN"),
  operation("admin.members.list", "Lists members", { 200: "MemberListReply" }),
  query(memberListQuery),
  async (c) => {
    const page = await listMembers(c.var.ctx, c.req.valid("query"));
    return c.json({ members: page.items, nextCursor: page.nextCursor });
  },
);

adminMembers.post(
  "/",
  role("ADMIN"),
  operation(
    "admin.members.invite",
    "Invites a person",
    { 201: "InvitedMember" },
    { description: "`invitation.password` of a new user is shown only here.", errors: ["INVALID_STATE"] },
  ),
  jsonBody,
  json(inviteMemberBody),
  async (c) => c.json(await inviteMember(c.var.ctx, c.var.services.accounts, c.req.valid("json")), 201),
);

adminMembers.post(
  "/:userId/first-password",
  role("ADMIN"),
  operation(
    "admin.members.resetPassword",
    "Sets a new first password for a member",
    { 201: "InvitationReply" },
    { errors: ["INVALID_STATE"] },
  ),
  async (c) => {
    const invitation = await resetMemberPassword(c.var.ctx, c.var.services.accounts, c.req.param("userId"));
    return c.json({ invitation }, 201);
  },
);

adminMembers.patch(
  "/:userId",
  role("ADMIN"),
  operation(
    "admin.members.change",
    "Changes the role of a member, or whether a VIEWER may review",
    { 200: "MemberReply" },
    { errors: ["INVALID_STATE"] },
  ),
  jsonBody,
  json(patchMemberBody),
  async (c) => c.json({ member: await changeMember(c.var.ctx, c.req.param("userId"), c.req.valid("json")) }),
);

adminMembers.delete(
  "/:userId",
  role("ADMIN"),
  operation("admin.members.remove", "Removes a member", { 204: null }, { errors: ["INVALID_STATE"] }),
  async (c) => {
    await removeMember(c.var.ctx, c.req.param("userId"));
    return c.body(null, 204);
  },
);
