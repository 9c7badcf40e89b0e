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
import { operation } from "../middleware/operation.ts";
import { role } from "../middleware/role.ts";
import { json, jsonBody, query } from "../middleware/validate.ts";
import type { ApiEnv } from "../variables.ts";

export const adminWebhooks = new Hono<ApiEnv>().basePath("/api/admin/webhooks");

adminWebhooks.get(
  "/",
  role("ADMIN"),
  operation("admin.webhooks.list", "Lists webhooks", { 200: "WebhookListReply" }),
  query(pageQuery),
  async (c) => {
    const page = await listWebhooks(c.var.ctx, c.req.valid("query"));
    return c.json({ webhooks: page.items, nextCursor: page.nextCursor });
  },
);

adminWebhooks.post(
  "/",
  role("ADMIN"),
  operation(
    "admin.webhooks.create",
    "Creates a webhook",
    { 201: "WebhookWithSecret" },
    {
      description: "`secret` is shown only here. At most 20 webhooks a tenant.",
      errors: ["UNSAFE_URL", "INVALID_STATE"],
    },
  ),
  jsonBody,
  json(createWebhookBody),
  async (c) => c.json(await createWebhook(c.var.ctx, c.var.services, c.req.valid("json")), 201),
);

adminWebhooks.get(
  "/:webhookId",
  role("ADMIN"),
  operation("admin.webhooks.get", "Returns a webhook", { 200: "WebhookReply" }),
  async (c) => c.json({ webhook: await getWebhook(c.var.ctx, c.req.param("webhookId")) }),
);

adminWebhooks.patch(
  "/:webhookId",
  role("ADMIN"),
  operation(
    "admin.webhooks.change",
    "Changes the address or the events of a webhook, or enables or disables it",
    { 200: "WebhookReply" },
    { errors: ["UNSAFE_URL"] },
  ),
  jsonBody,
  json(patchWebhookBody),
  async (c) =>
    c.json({ webhook: await changeWebhook(c.var.ctx, c.var.services, c.req.param("webhookId"), c.req.valid("json")) }),
);

adminWebhooks.delete(
  "/:webhookId",
  role("ADMIN"),
  operation("admin.webhooks.remove", "Removes a webhook with its deliveries", { 204: null }),
  async (c) => {
    await removeWebhook(c.var.ctx, c.req.param("webhookId"));
    return c.body(null, 204);
  },
);

adminWebhooks.post(
  "/:webhookId/rotate",
  role("ADMIN"),
  operation(
    "admin.webhooks.rotate",
    "Puts a new secret in force",
    { 200: "WebhookWithSecret" },
    { description: "Deliveries are signed with the secret before it too, for 24 hours.", errors: ["INVALID_STATE"] },
  ),
  async (c) => c.json(await rotateWebhookSecret(c.var.ctx, c.var.services, c.req.param("webhookId"))),
);

adminWebhooks.post(
  "/:webhookId/test",
  role("ADMIN"),
  operation("admin.webhooks.test", "Sends a test message once", { 202: "WebhookDeliveryReply" }),
  async (c) => {
    const { delivery, jobs } = await testWebhook(c.var.ctx, c.req.param("webhookId"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ delivery }, 202);
  },
);

adminWebhooks.get(
  "/:webhookId/deliveries",
  role("ADMIN"),
  operation("admin.webhooks.deliveries", "Lists the deliveries of a webhook, of the last 30 days", {
    200: "WebhookDeliveryListReply",
  }),
  query(webhookDeliveryListQuery),
  async (c) => {
    const page = await listWebhookDeliveries(c.var.ctx, c.req.param("webhookId"), c.req.valid("query"));
    return c.json({ deliveries: page.items, nextCursor: page.nextCursor });
  },
);

adminWebhooks.post(
  "/:webhookId/deliveries/:deliveryId/redeliver",
  role("ADMIN"),
  operation(
    "admin.webhooks.redeliver",
    "Sends a delivery again",
    { 202: "WebhookDeliveryReply" },
    {
      description: "With the message id that it had. One that waits for its next attempt is sent now.",
      errors: ["INVALID_STATE"],
    },
  ),
  async (c) => {
    const { delivery, jobs } = await redeliver(c.var.ctx, c.req.param("webhookId"), c.req.param("deliveryId"));
    await c.var.services.dispatcher.dispatch(jobs);
    return c.json({ delivery }, 202);
  },
);
