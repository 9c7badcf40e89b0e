import { pageQuery } from "../paging.ts";
import { createWebhookBody, patchWebhookBody, webhookDeliveryListQuery } from "../webhooks.ts";
import { defineOperations } from "./define-operations.ts";

export const adminWebhooks = defineOperations("admin.webhooks", {
  list: {
    method: "GET",
    path: "/api/admin/webhooks",
    role: "ADMIN",
    summary: "Lists webhooks",
    query: pageQuery,
    responses: { 200: "WebhookListReply" },
  },
  create: {
    method: "POST",
    path: "/api/admin/webhooks",
    role: "ADMIN",
    summary: "Creates a webhook",
    description: "`secret` is shown only here. At most 20 webhooks a tenant.",
    body: createWebhookBody,
    responses: { 201: "WebhookWithSecret" },
    errors: ["UNSAFE_URL", "INVALID_STATE"],
  },
  get: {
    method: "GET",
    path: "/api/admin/webhooks/:webhookId",
    role: "ADMIN",
    summary: "Returns a webhook",
    responses: { 200: "WebhookReply" },
  },
  change: {
    method: "PATCH",
    path: "/api/admin/webhooks/:webhookId",
    role: "ADMIN",
    summary: "Changes the address or the events of a webhook, or enables or disables it",
    body: patchWebhookBody,
    responses: { 200: "WebhookReply" },
    errors: ["UNSAFE_URL"],
  },
  remove: {
    method: "DELETE",
    path: "/api/admin/webhooks/:webhookId",
    role: "ADMIN",
    summary: "Removes a webhook with its deliveries",
    responses: { 204: null },
  },
  rotate: {
    method: "POST",
    path: "/api/admin/webhooks/:webhookId/rotate",
    role: "ADMIN",
    summary: "Activates a new secret",
    description: "Deliveries are signed with the secret before it too, for 24 hours.",
    responses: { 200: "WebhookWithSecret" },
    errors: ["INVALID_STATE"],
  },
  test: {
    method: "POST",
    path: "/api/admin/webhooks/:webhookId/test",
    role: "ADMIN",
    summary: "Sends a test message once",
    description: "Also while the webhook is disabled.",
    responses: { 202: "WebhookDeliveryReply" },
  },
  deliveries: {
    method: "GET",
    path: "/api/admin/webhooks/:webhookId/deliveries",
    role: "ADMIN",
    summary: "Lists the deliveries of a webhook, of the last 30 days",
    query: webhookDeliveryListQuery,
    responses: {
      200: "WebhookDeliveryListReply",
    },
  },
  redeliver: {
    method: "POST",
    path: "/api/admin/webhooks/:webhookId/deliveries/:deliveryId/redeliver",
    role: "ADMIN",
    summary: "Sends a delivery again",
    description: "With the message id that it had. One that waits for its next attempt is sent now.",
    responses: { 202: "WebhookDeliveryReply" },
    errors: ["INVALID_STATE"],
  },
});
