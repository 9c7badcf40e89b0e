import { inviteMemberBody, memberListQuery, patchMemberBody } from "../tenancy.ts";
import { defineOperations } from "./define-operations.ts";

export const adminMembers = defineOperations("admin.members", {
  list: {
    method: "GET",
    path: "/api/admin/members",
    role: "ADMIN",
    summary: "Lists members",
    query: memberListQuery,
    responses: { 200: "MemberListReply" },
  },
  invite: {
    method: "POST",
    path: "/api/admin/members",
    role: "ADMIN",
    summary: "Invites a person",
    description: "`invitation.password` of a new user is shown only here.",
    body: inviteMemberBody,
    responses: { 201: "InvitedMember" },
    errors: ["INVALID_STATE"],
  },
  resetPassword: {
    method: "POST",
    path: "/api/admin/members/:userId/first-password",
    role: "ADMIN",
    summary: "Sets a new first password for a member",
    description: "The password is shown only here. The member's sessions end. Not with an API key.",
    responses: { 201: "InvitationReply" },
    errors: ["INVALID_STATE"],
  },
  change: {
    method: "PATCH",
    path: "/api/admin/members/:userId",
    role: "ADMIN",
    summary: "Changes the role of a member, or whether a VIEWER may review",
    description: "What is omitted stays. INVALID_STATE: the tenant would have no ADMIN.",
    body: patchMemberBody,
    responses: { 200: "MemberReply" },
    errors: ["INVALID_STATE"],
  },
  remove: {
    method: "DELETE",
    path: "/api/admin/members/:userId",
    role: "ADMIN",
    summary: "Removes a member",
    description: "The access ends with the next request. What the member did stays.",
    responses: { 204: null },
    errors: ["INVALID_STATE"],
  },
});
