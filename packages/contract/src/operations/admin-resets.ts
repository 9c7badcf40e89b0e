import { resetListQuery, startResetBody } from "../resets.ts";
import { defineOperations } from "./define-operations.ts";

export const adminResets = defineOperations("admin.resets", {
  list: {
    method: "GET",
    path: "/api/admin/resets",
    role: "ADMIN",
    summary: "Lists resets that ADMINs began, newest first, ended ones too",
    query: resetListQuery,
    responses: { 200: "ResetListReply" },
  },
  start: {
    method: "POST",
    path: "/api/admin/resets",
    role: "ADMIN",
    member: "reset an account",
    fresh: "ACTION",
    summary: "Begins a reset of a member's password or second factors",
    description:
      "A link for a password goes to the member's proved address where the deployment sends mail; else another ADMIN must confirm within 24 hours. INVALID_STATE: one is open, or the account is not this tenant's alone.",
    body: startResetBody,
    responses: { 201: "ResetReply" },
    errors: ["INVALID_STATE", "NOT_FOUND"],
  },
  confirm: {
    method: "POST",
    path: "/api/admin/resets/:resetId/confirm",
    role: "ADMIN",
    member: "confirm a reset",
    fresh: "ACTION",
    summary: "Confirms a reset that another ADMIN began",
    description:
      "Of a password: `secret` and `path` are for you to hand over. Second factors are removed at once. FORBIDDEN for who began it, and for one's own account.",
    responses: { 200: "ConfirmedReset" },
    errors: ["INVALID_STATE"],
  },
  withdraw: {
    method: "DELETE",
    path: "/api/admin/resets/:resetId",
    role: "ADMIN",
    member: "withdraw a reset",
    fresh: "ACTION",
    summary: "Withdraws a reset and ends its link",
    responses: { 204: null },
    errors: ["INVALID_STATE"],
  },
});
