import { createLinkBody, exchangeLinkBody, linkListQuery } from "@assay/contract";
import {
  createLink,
  exchangeLink,
  getLinkSession,
  type IssuedLink,
  listLinks,
  reissueLink,
  revokeLink,
} from "@assay/core/links";
import { Hono } from "hono";
import { limitExchanges } from "../middleware/limit-rate.ts";
import { link } from "../middleware/link.ts";
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

/** The portal's page that opens a link. A browser never sends what stands after the #. */
const PAGE = "/cm/audit";

export const links = new Hono<ApiEnv>();

links.get(
  "/api/runs/:runId/links",
  role("ADMIN"),
  operation("links.list", "Lists the auditor's links of a run, newest first, ended ones too", { 200: "LinkListReply" }),
  query(linkListQuery),
  async (c) => {
    const page = await listLinks(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ links: page.items, nextCursor: page.nextCursor });
  },
);

links.post(
  "/api/runs/:runId/links",
  role("ADMIN"),
  operation(
    "links.create",
    "Creates an auditor's link to a run",
    { 201: "IssuedLink" },
    { description: "`secret` and `path` are shown only here." },
  ),
  jsonBody,
  json(createLinkBody),
  async (c) => c.json(withPath(await createLink(c.var.ctx, c.req.param("runId"), c.req.valid("json"))), 201),
);

links.post(
  "/api/runs/:runId/links/:linkId/reissue",
  role("ADMIN"),
  operation(
    "links.reissue",
    "Gives a link a new secret and ends its session",
    { 200: "IssuedLink" },
    { errors: ["INVALID_STATE"] },
  ),
  async (c) => c.json(withPath(await reissueLink(c.var.ctx, c.req.param("runId"), c.req.param("linkId")))),
);

links.delete(
  "/api/runs/:runId/links/:linkId",
  role("ADMIN"),
  operation("links.revoke", "Revokes a link and ends its session", { 204: null }),
  async (c) => {
    await revokeLink(c.var.ctx, c.req.param("runId"), c.req.param("linkId"));
    return c.body(null, 204);
  },
);

links.get(
  "/api/links/session",
  role("VIEWER"),
  link("READ"),
  operation(
    "links.session",
    "Returns what the link of the token shows, and until when",
    { 200: "LinkSessionReply" },
    { description: "For the holder of a link; anybody else is refused with FORBIDDEN." },
  ),
  async (c) => c.json({ session: await getLinkSession(c.var.ctx) }),
);

/** Opens a link: the one route of links that needs no token. */
export function linkExchangeRoutes(): Hono<ApiEnv> {
  return new Hono<ApiEnv>().post(
    "/api/links/exchange",
    operation(
      "links.exchange",
      "Exchanges the secret of an auditor's link for the token of its session",
      { 200: "ExchangedLink" },
      {
        description:
          "A link is opened once: INVALID_STATE until it is issued again. UNAUTHORIZED with `details.reason` LINK_ENDED for a secret of no link that is in force.",
        errors: ["UNAUTHORIZED", "FORBIDDEN", "INVALID_STATE", "RATE_LIMITED"],
      },
    ),
    limitExchanges,
    jsonBody,
    json(exchangeLinkBody),
    async (c) => c.json(await exchangeLink(c.var.services.db, c.req.valid("json").secret)),
  );
}

function withPath({ link, secret }: IssuedLink) {
  return { link, secret, path: `${PAGE}#${secret}` };
}
