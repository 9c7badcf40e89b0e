import { createLinkBody, exchangeLinkBody, linkListQuery } from "../links.ts";
import { defineOperations } from "./define-operations.ts";

export const links = defineOperations("links", {
  list: {
    method: "GET",
    path: "/api/runs/:runId/links",
    role: "ADMIN",
    summary: "Lists the auditor's links of a run, newest first, ended ones too",
    query: linkListQuery,
    responses: { 200: "LinkListReply" },
  },
  create: {
    method: "POST",
    path: "/api/runs/:runId/links",
    role: "ADMIN",
    person: "create an auditor's link",
    fresh: "ACTION",
    summary: "Creates an auditor's link to a run",
    description: "`secret` and `path` are shown only here. For at most 90 days.",
    body: createLinkBody,
    responses: { 201: "IssuedLink" },
  },
  reissue: {
    method: "POST",
    path: "/api/runs/:runId/links/:linkId/reissue",
    role: "ADMIN",
    person: "reissue an auditor's link",
    fresh: "ACTION",
    summary: "Gives a link a new secret and ends its session",
    responses: { 200: "IssuedLink" },
    errors: ["INVALID_STATE"],
  },
  revoke: {
    method: "DELETE",
    path: "/api/runs/:runId/links/:linkId",
    role: "ADMIN",
    person: "revoke an auditor's link",
    summary: "Revokes a link and ends its session",
    responses: { 204: null },
  },
  session: {
    method: "GET",
    path: "/api/links/session",
    role: "VIEWER",
    link: ["READ"],
    summary: "Returns what the link of the token shows, and until when",
    description: "For the holder of a link; anybody else is refused with FORBIDDEN.",
    responses: { 200: "LinkSessionReply" },
  },
  exchange: {
    method: "POST",
    path: "/api/links/exchange",
    role: null,
    rateLimit: "exchanges",
    summary: "Exchanges the secret of an auditor's link for the token of its session",
    description:
      "A link is opened once: INVALID_STATE until it is issued again. UNAUTHORIZED with `details.reason` LINK_ENDED for a secret of no link that is active.",
    body: exchangeLinkBody,
    responses: { 200: "ExchangedLink" },
    errors: ["UNAUTHORIZED", "FORBIDDEN", "INVALID_STATE", "RATE_LIMITED"],
  },
});
