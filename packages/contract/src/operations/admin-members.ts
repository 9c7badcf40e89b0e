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
    errors: ["INTEGRITY_ERROR"],
  },
  invite: {
    method: "POST",
    path: "/api/admin/members",
    role: "ADMIN",
    person: "invite a person",
    fresh: "ACTION",
    summary: "Invites a person, who is a member once they have accepted",
    description:
      "The link goes by mail where the deployment sends mail; else `secret` and `path` are in the response, for you to hand over. The response does not depend on whether the person has an account. INVALID_STATE: the person is a member, or is invited already.",
    body: inviteMemberBody,
    responses: { 201: "IssuedInvitation" },
    errors: ["INVALID_STATE"],
  },
  change: {
    method: "PATCH",
    path: "/api/admin/members/:userId",
    role: "ADMIN",
    person: "change a member",
    fresh: "ACTION",
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
    person: "remove a member",
    fresh: "ACTION",
    summary: "Removes a member",
    description: "The access ends with the next request. What the member did stays.",
    responses: { 204: null },
    errors: ["INVALID_STATE"],
  },
});
