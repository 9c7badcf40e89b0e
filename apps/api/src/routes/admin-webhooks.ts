import { operations } from "@assay/contract/operations";
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliver,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from "@assay/core/webhooks";
import { bind, serve } from "../middleware/bind.ts";

export const adminWebhooks = serve(
  bind(operations.admin.webhooks.list, async (c) => {
    const page = await listWebhooks(c.var.ctx, c.req.valid("query"));
    return c.json({ webhooks: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.webhooks.create, async (c) =>
    c.json(await createWebhook(c.var.ctx, c.var.services, c.req.valid("json")), 201),
  ),
  bind(operations.admin.webhooks.get, async (c) =>
    c.json({ webhook: await getWebhook(c.var.ctx, c.req.param("webhookId")) }),
  ),
  bind(operations.admin.webhooks.change, async (c) =>
    c.json({ webhook: await changeWebhook(c.var.ctx, c.var.services, c.req.param("webhookId"), c.req.valid("json")) }),
  ),
  bind(operations.admin.webhooks.remove, async (c) => {
    await removeWebhook(c.var.ctx, c.req.param("webhookId"));
    return c.body(null, 204);
  }),
  bind(operations.admin.webhooks.rotate, async (c) =>
    c.json(await rotateWebhookSecret(c.var.ctx, c.var.services, c.req.param("webhookId"))),
  ),
  bind(operations.admin.webhooks.test, async (c) => {
    const { delivery, jobs } = await testWebhook(c.var.ctx, c.req.param("webhookId"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ delivery }, 202);
  }),
  bind(operations.admin.webhooks.deliveries, async (c) => {
    const page = await listWebhookDeliveries(c.var.ctx, c.req.param("webhookId"), c.req.valid("query"));
    return c.json({ deliveries: page.items, nextCursor: page.nextCursor });
  }),
  bind(operations.admin.webhooks.redeliver, async (c) => {
    const { delivery, jobs } = await redeliver(c.var.ctx, c.req.param("webhookId"), c.req.param("deliveryId"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ delivery }, 202);
  }),
);
