import { connectionListQuery, connectionRequestQuery, createConnectionBody } from "../connections.ts";
import { defineOperations } from "./define-operations.ts";

export const connections = defineOperations("connections", {
  list: {
    method: "GET",
    path: "/api/connections",
    role: "VIEWER",
    person: "list connected applications",
    summary: "Lists the applications that the caller has connected, newest first",
    description: "Those that can read through `/mcp` now.",
    query: connectionListQuery,
    responses: { 200: "ConnectionListReply" },
  },
  request: {
    method: "GET",
    path: "/api/connections/request",
    role: "VIEWER",
    person: "connect an application",
    summary: "Says who asks to be connected, before the caller agrees",
    description: "VALIDATION_ERROR for an unknown application, an address that is not its own, or another resource.",
    query: connectionRequestQuery,
    responses: { 200: "AskedConnectionReply" },
  },
  create: {
    method: "POST",
    path: "/api/connections",
    role: "VIEWER",
    member: "connect an application",
    summary: "Lets an application read what the caller may read of this tenant through `/mcp`",
    description: "Ends with the session, the membership, or after 90 days. INVALID_STATE with 20 connections.",
    body: createConnectionBody,
    responses: { 201: "CreatedConnectionReply" },
    errors: ["INVALID_STATE"],
  },
  end: {
    method: "DELETE",
    path: "/api/connections/:connectionId",
    role: "VIEWER",
    person: "end a connection",
    summary: "Ends a connection: the caller's own, or as an ADMIN any of the tenant",
    responses: { 204: null },
  },
});
