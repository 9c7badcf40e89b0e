import { exceptionBody, exceptionListQuery, revokeExceptionBody } from "../exceptions.ts";
import { defineOperations } from "./define-operations.ts";

export const exceptions = defineOperations("exceptions", {
  list: {
    method: "GET",
    path: "/api/exceptions",
    role: "VIEWER",
    summary: "Lists exceptions, newest first",
    query: exceptionListQuery,
    responses: { 200: "ExceptionListReply" },
    errors: ["INTEGRITY_ERROR"],
  },
  propose: {
    method: "POST",
    path: "/api/exceptions",
    role: "MEMBER",
    summary: "Proposes an exception from a requirement",
    description:
      "Active only once another person has approved it. `requirementId` is of the version that the tenant uses, `ownerId` an active member; the days are days in UTC, first and last included.",
    body: exceptionBody,
    responses: { 201: "ExceptionReply" },
    errors: ["INTEGRITY_ERROR"],
  },
  get: {
    method: "GET",
    path: "/api/exceptions/:exceptionId",
    role: "VIEWER",
    summary: "Gets an exception",
    responses: { 200: "ExceptionReply" },
    errors: ["INTEGRITY_ERROR"],
  },
  approve: {
    method: "POST",
    path: "/api/exceptions/:exceptionId/approve",
    role: "ADMIN",
    member: "approve an exception",
    fresh: "ACTION",
    summary: "Approves a proposed exception",
    description:
      "By a person other than the one who proposed it, or who made the API key that did. INVALID_STATE: it is not PROPOSED, or its last day has passed.",
    responses: { 200: "ExceptionReply" },
    errors: ["INVALID_STATE", "INTEGRITY_ERROR"],
  },
  revoke: {
    method: "POST",
    path: "/api/exceptions/:exceptionId/revoke",
    role: "MEMBER",
    member: "revoke an exception",
    fresh: "ACTION",
    summary: "Revokes an exception",
    description: "By an ADMIN, or by the proposer of one that is still PROPOSED. Runs that started before keep it.",
    body: revokeExceptionBody,
    responses: { 200: "ExceptionReply" },
    errors: ["INVALID_STATE", "INTEGRITY_ERROR"],
  },
});
