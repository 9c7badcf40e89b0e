import { changePasswordBody, chooseTenantBody } from "../session.ts";
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
  chooseTenant: {
    method: "POST",
    path: "/api/session/tenant",
    role: "VIEWER",
    person: "choose a tenant",
    summary: "Chooses the tenant of a person's session, one of `tenants`",
    description:
      "Of the token's session, from the next request on. CROSS_TENANT_ACCESS_DENIED where the person is no active member, also where there is no such tenant. FORBIDDEN with `details.reason` TENANT_OF_PROVIDER for a session of single sign-on. INVALID_STATE for a token without a session.",
    body: chooseTenantBody,
    responses: { 204: null },
    errors: ["INVALID_STATE"],
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
  person: {
    method: "GET",
    path: "/api/session/person",
    role: "VIEWER",
    person: "export your data",
    fresh: "ACTION",
    summary: "Returns what is kept of the caller, in every tenant",
    description:
      "Nothing of others, and no evidence. A session of single sign-on gets that company's tenant alone. Recorded in each tenant.",
    responses: { 200: "PersonExport" },
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
