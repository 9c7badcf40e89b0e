import { operations } from "@assay/contract/operations";
import {
  createLink,
  exchangeLink,
  getLinkSession,
  type IssuedLink,
  listLinks,
  reissueLink,
  revokeLink,
} from "@assay/core/links";
import type { Hono } from "hono";
import { bind, serve } from "../middleware/bind.ts";
import type { ApiEnv } from "../variables.ts";

/** The portal's page that opens a link. A browser never sends what is after the #. */
const PAGE = "/cm/audit";

export const links = serve(
  bind(operations.links.list, async (c) => {
    const page = await listLinks(c.var.ctx, c.req.param("runId"), c.req.valid("query"));
    return c.json({ links: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.links.create, async (c) =>
    c.json(withPath(await createLink(c.var.ctx, c.req.param("runId"), c.req.valid("json"))), 201),
  ),
  bind(operations.links.reissue, async (c) =>
    c.json(withPath(await reissueLink(c.var.ctx, c.req.param("runId"), c.req.param("linkId")))),
  ),
  bind(operations.links.revoke, async (c) => {
    await revokeLink(c.var.ctx, c.req.param("runId"), c.req.param("linkId"));
    return c.body(null, 204);
  }),
  bind(operations.links.session, async (c) => c.json({ session: await getLinkSession(c.var.ctx) })),
);

/** Opens a link: the one route of links that needs no token. */
export function linkExchangeRoutes(): Hono<ApiEnv> {
  return serve(
    bind(operations.links.exchange, async (c) =>
      c.json(await exchangeLink(c.var.services.db, c.req.valid("json").secret)),
    ),
  );
}

function withPath({ link, secret }: IssuedLink) {
  return { link, secret, path: `${PAGE}#${secret}` };
}
