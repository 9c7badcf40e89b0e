import { askResetBody, completeResetBody, resetSecretBody } from "../resets.ts";
import { defineOperations } from "./define-operations.ts";

export const resets = defineOperations("resets", {
  ask: {
    method: "POST",
    path: "/api/resets/ask",
    role: null,
    rateLimit: "exchanges",
    summary: "Mails a link for a new password to a proved address",
    description:
      "The response does not depend on whether the address has an account. Within 15 minutes one link is sent. INVALID_STATE: the service sends no mail, or Supabase keeps the accounts.",
    body: askResetBody,
    responses: { 202: null },
    errors: ["INVALID_STATE", "RATE_LIMITED"],
  },
  exchange: {
    method: "POST",
    path: "/api/resets/exchange",
    role: null,
    rateLimit: "exchanges",
    summary: "Returns whose password a link sets",
    description: "Changes nothing. UNAUTHORIZED with `details.reason` RESET_ENDED for a secret that opens none.",
    body: resetSecretBody,
    responses: { 200: "OfferedResetReply" },
    errors: ["UNAUTHORIZED", "RATE_LIMITED"],
  },
  complete: {
    method: "POST",
    path: "/api/resets/complete",
    role: null,
    rateLimit: "exchanges",
    summary: "Sets the new password, once, and ends the person's sessions",
    description: "It is in the audit log of each of the person's tenants, and in what they sign for 30 days.",
    body: completeResetBody,
    responses: { 204: null },
    errors: ["UNAUTHORIZED", "INVALID_STATE", "RATE_LIMITED"],
  },
});
