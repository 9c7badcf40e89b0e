import { operations } from "@assay/contract/operations";
import { triggerEvent } from "@assay/core/webhooks";
import { bind, serve } from "../middleware/bind.ts";
import { streamTenantEvents } from "./tenant-events.ts";

export const adminEvents = serve(
  bind(operations.admin.events.stream, streamTenantEvents),
  bind(operations.admin.events.trigger, async (c) => {
    const { jobs, ...triggered } = await triggerEvent(c.var.ctx, c.req.valid("json"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json(triggered, 202);
  }),
);
