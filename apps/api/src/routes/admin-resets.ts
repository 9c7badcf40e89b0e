import { operations } from "@assay/contract/operations";
import { confirmReset, listResets, startReset, withdrawReset } from "@assay/core/resets";
import { bind, serve } from "../middleware/bind.ts";

/** The portal's page where the person chooses the password. A browser never sends what is after the #. */
const PAGE = "/cm/reset";

export const adminResets = serve(
  bind(operations.admin.resets.list, async (c) => {
    const page = await listResets(c.var.ctx, c.req.valid("query"));
    return c.json({ resets: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.resets.start, async (c) => {
    const { accounts, mail, dispatcher } = c.var.services;
    const asked = { ...c.req.valid("json"), isMailed: mail !== undefined };
    const { reset, jobs } = await startReset(c.var.ctx, accounts, asked);
    if (jobs.length > 0) await dispatcher.dispatch(jobs);
    return c.json({ reset }, 201);
  }),
  bind(operations.admin.resets.confirm, async (c) => {
    const { reset, secret } = await confirmReset(c.var.ctx, c.var.services.accounts, c.req.param("resetId"));
    return c.json({ reset, ...(secret !== undefined && { secret, path: `${PAGE}#${secret}` }) });
  }),
  bind(operations.admin.resets.withdraw, async (c) => {
    await withdrawReset(c.var.ctx, c.req.param("resetId"));
    return c.body(null, 204);
  }),
);
