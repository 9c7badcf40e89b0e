import { operations } from "@assay/contract/operations";
import {
  addDomain,
  changeIdentityProvider,
  checkIdentityProvider,
  createIdentityProvider,
  listDomains,
  listIdentityProviders,
  proveDomain,
  removeDomain,
  removeIdentityProvider,
} from "@assay/core/single-sign-on";
import { bind, serve } from "../middleware/bind.ts";

const { singleSignOn } = operations.admin;

export const adminSingleSignOn = serve(
  bind(singleSignOn.listProviders, async (c) => {
    const page = await listIdentityProviders(c.var.ctx, c.req.valid("query"));
    return c.json({ identityProviders: page.items, nextCursor: page.nextCursor });
  }),
  bind(singleSignOn.createProvider, async (c) =>
    c.json({ identityProvider: await createIdentityProvider(c.var.ctx, c.var.services, c.req.valid("json")) }, 201),
  ),
  bind(singleSignOn.changeProvider, async (c) => {
    const { ctx, services } = c.var;
    const changed = await changeIdentityProvider(ctx, services, c.req.param("providerId"), c.req.valid("json"));
    return c.json({ identityProvider: changed });
  }),
  bind(singleSignOn.removeProvider, async (c) => {
    await removeIdentityProvider(c.var.ctx, c.var.services, c.req.param("providerId"));
    return c.body(null, 204);
  }),
  bind(singleSignOn.checkProvider, async (c) =>
    c.json(await checkIdentityProvider(c.var.ctx, c.var.services, c.req.param("providerId"))),
  ),
  bind(singleSignOn.listDomains, async (c) => {
    const page = await listDomains(c.var.ctx, c.req.valid("query"));
    return c.json({ domains: page.items, nextCursor: page.nextCursor });
  }),
  bind(singleSignOn.addDomain, async (c) =>
    c.json({ domain: await addDomain(c.var.ctx, c.var.services, c.req.valid("json")) }, 201),
  ),
  bind(singleSignOn.proveDomain, async (c) =>
    c.json({ domain: await proveDomain(c.var.ctx, c.var.services, c.req.param("domainId")) }),
  ),
  bind(singleSignOn.removeDomain, async (c) => {
    await removeDomain(c.var.ctx, c.req.param("domainId"));
    return c.body(null, 204);
  }),
);
