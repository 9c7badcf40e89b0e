import { invitationListQuery } from "../invitations.ts";
import { defineOperations } from "./define-operations.ts";

export const adminInvitations = defineOperations("admin.invitations", {
  list: {
    method: "GET",
    path: "/api/admin/invitations",
    role: "ADMIN",
    summary: "Lists invitations, newest first, ended ones too",
    query: invitationListQuery,
    responses: { 200: "InvitationListReply" },
  },
  renew: {
    method: "POST",
    path: "/api/admin/invitations/:invitationId/renew",
    role: "ADMIN",
    person: "renew an invitation",
    fresh: "ACTION",
    summary: "Gives an invitation a new link, for another 14 days",
    description: "The earlier link ends. Delivered as a new invitation.",
    responses: { 200: "IssuedInvitation" },
    errors: ["INVALID_STATE"],
  },
  withdraw: {
    method: "DELETE",
    path: "/api/admin/invitations/:invitationId",
    role: "ADMIN",
    person: "withdraw an invitation",
    fresh: "ACTION",
    summary: "Withdraws an invitation",
    description: "One that was withdrawn before stays as it is.",
    responses: { 204: null },
    errors: ["INVALID_STATE"],
  },
});
