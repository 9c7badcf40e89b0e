import { changePasswordBody } from "../session.ts";
import { defineOperations } from "./define-operations.ts";

export const session = defineOperations("session", {
  // The first thing that a page asks.
  get: {
    method: "GET",
    path: "/api/session",
    role: "VIEWER",
    summary: "Returns the user or key of the token, its role, tenant and packs",
    responses: { 200: "SessionReply" },
  },
  changePassword: {
    method: "POST",
    path: "/api/session/password",
    role: "VIEWER",
    person: "change a password",
    summary: "Changes the caller's password",
    description: "The caller's other sessions end; with Supabase this one also.",
    body: changePasswordBody,
    responses: { 204: null },
    errors: ["INVALID_STATE"],
  },
});
