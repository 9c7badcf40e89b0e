import { operations } from "@assay/contract/operations";
import { bindEngine, changeResidency, listEgress, readResidency } from "@assay/core/residency";
import { bind, serve } from "../middleware/bind.ts";

const { residency } = operations.admin;

export const adminResidency = serve(
  bind(residency.get, async (c) => c.json({ residency: await readResidency(c.var.ctx, c.var.services.destinations) })),
  bind(residency.change, async (c) => {
    const { ctx, services } = c.var;
    const { residency, jobs } = await changeResidency(ctx, c.req.valid("json"), services.destinations);
    if (jobs.length > 0) await services.dispatcher.dispatch(jobs);
    return c.json({ residency });
  }),
  bind(residency.bind, async (c) => {
    const { models, destinations, dispatcher } = c.var.services;
    const dispatch: typeof dispatcher.dispatch = (jobs) => dispatcher.dispatch(jobs);
    return c.json({ residency: await bindEngine(c.var.ctx, c.req.valid("json"), { models, destinations, dispatch }) });
  }),
  bind(residency.egress, async (c) => {
    const page = await listEgress(c.var.ctx, c.req.valid("query"));
    return c.json({ egress: page.items, nextCursor: page.nextCursor });
  }),
);
