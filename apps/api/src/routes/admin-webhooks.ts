import { createWebhookBody, pageQuery, patchWebhookBody, webhookDeliveryListQuery } from "@assay/contract";
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
import { Hono } from "hono";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminWebhooks = new Hono<ApiEnv>().basePath("/api/admin/webhooks");

adminWebhooks.get("/", role("ADMIN"), query(pageQuery), async (c) => {
  const page = await listWebhooks(c.var.ctx, c.req.valid("query"));
  return c.json({ webhooks: page.items, nextCursor: page.nextCursor });
});

adminWebhooks.post("/", role("ADMIN"), jsonBody, json(createWebhookBody), async (c) =>
  c.json(await createWebhook(c.var.ctx, c.var.services, c.req.valid("json")), 201),
);

adminWebhooks.get("/:webhookId", role("ADMIN"), async (c) =>
  c.json({ webhook: await getWebhook(c.var.ctx, c.req.param("webhookId")) }),
);

adminWebhooks.patch("/:webhookId", role("ADMIN"), jsonBody, json(patchWebhookBody), async (c) =>
  c.json({ webhook: await changeWebhook(c.var.ctx, c.var.services, c.req.param("webhookId"), c.req.valid("json")) }),
);

adminWebhooks.delete("/:webhookId", role("ADMIN"), async (c) => {
  await removeWebhook(c.var.ctx, c.req.param("webhookId"));
  return c.body(null, 204);
});

adminWebhooks.post("/:webhookId/rotate", role("ADMIN"), async (c) =>
  c.json(await rotateWebhookSecret(c.var.ctx, c.var.services, c.req.param("webhookId"))),
);

adminWebhooks.post("/:webhookId/test", role("ADMIN"), async (c) => {
  const { delivery, jobs } = await testWebhook(c.var.ctx, c.req.param("webhookId"));
  await c.var.services.dispatcher.dispatch(jobs);
  return c.json({ delivery }, 202);
});

adminWebhooks.get("/:webhookId/deliveries", role("ADMIN"), query(webhookDeliveryListQuery), async (c) => {
  const page = await listWebhookDeliveries(c.var.ctx, c.req.param("webhookId"), c.req.valid("query"));
  return c.json({ deliveries: page.items, nextCursor: page.nextCursor });
});

adminWebhooks.post("/:webhookId/deliveries/:deliveryId/redeliver", role("ADMIN"), async (c) => {
  const { delivery, jobs } = await redeliver(c.var.ctx, c.req.param("webhookId"), c.req.param("deliveryId"));
  await c.var.services.dispatcher.dispatch(jobs);
  return c.json({ delivery }, 202);
});
