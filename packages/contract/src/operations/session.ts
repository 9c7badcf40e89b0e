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
    fresh: "ACTION",
    summary: "Changes the caller's password",
    description: "The caller's other sessions end; with Supabase this one also.",
    body: changePasswordBody,
    responses: { 204: null },
    errors: ["INVALID_STATE"],
  },
  sessions: {
    method: "GET",
    path: "/api/session/sessions",
    role: "VIEWER",
    person: "list sessions",
    summary: "Lists where the caller is signed in",
    responses: { 200: "SessionList" },
  },
  endSession: {
    method: "DELETE",
    path: "/api/session/sessions/:sessionId",
    role: "VIEWER",
    person: "end a session",
    summary: "Ends a session of the caller",
    description:
      "Its token is refused from the next request. INVALID_STATE: Supabase ends another session only with all others.",
    responses: { 204: null },
    errors: ["INVALID_STATE"],
  },
  endOtherSessions: {
    method: "DELETE",
    path: "/api/session/sessions",
    role: "VIEWER",
    person: "end sessions",
    summary: "Ends all sessions of the caller but this one",
    responses: { 204: null },
    errors: ["INVALID_STATE"],
  },
});
