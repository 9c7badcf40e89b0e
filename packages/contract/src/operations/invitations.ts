import { acceptInvitationBody, invitationSecretBody } from "../invitations.ts";
import { defineOperations } from "./define-operations.ts";

export const invitations = defineOperations("invitations", {
  exchange: {
    method: "POST",
    path: "/api/invitations/exchange",
    role: null,
    rateLimit: "exchanges",
    summary: "Returns who invites, to which tenant and with which role",
    description: "Changes nothing. UNAUTHORIZED with `details.reason` INVITATION_ENDED for a secret that opens none.",
    body: invitationSecretBody,
    responses: { 200: "OfferedInvitationReply" },
    errors: ["UNAUTHORIZED", "RATE_LIMITED"],
  },
  accept: {
    method: "POST",
    path: "/api/invitations/accept",
    role: null,
    rateLimit: "exchanges",
    summary: "Accepts an invitation, with a new password or with the account of the token",
    description:
      "With `password` and no token: makes the account. With a token: the account must have the invited address, else FORBIDDEN. INVALID_STATE: sign in first, then accept. UNAUTHORIZED with `details.reason` INVITATION_ENDED as in the exchange.",
    body: acceptInvitationBody,
    responses: { 200: "AcceptedInvitation" },
    errors: ["UNAUTHORIZED", "FORBIDDEN", "INVALID_STATE", "INTEGRITY_ERROR", "RATE_LIMITED", "SERVICE_UNAVAILABLE"],
  },
});
