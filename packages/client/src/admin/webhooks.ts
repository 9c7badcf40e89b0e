import type {
  DeliveryState,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookWithSecret,
} from "../generated/admin-types.ts";
import type {
  WebhookDeliveryListReply,
  WebhookDeliveryReply,
  WebhookListReply,
  WebhookReply,
} from "../generated/replies.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

const WEBHOOKS = "/api/admin/webhooks";

export interface DeliveryFilters extends ListOptions {
  readonly state?: DeliveryState | undefined;
}

/** Where the tenant is told of what happens. `verifyWebhook` of `@assay/client/webhooks` checks what arrives there. */
export class Webhooks extends Resource {
  /** Newest first, those that are disabled included. */
  list(options: ListOptions = {}): List<Webhook> {
    return listOf(this.http, WEBHOOKS, options, ({ webhooks }: WebhookListReply) => webhooks);
  }

  /**
   * The secret is told here alone; at most 20 webhooks a tenant. Throws UnsafeUrlError for an address that is not public.
   *
   * @example
   * const { webhook, secret } = await admin.webhooks.create({ url: "https://example.com/assay", events: ["run.completed"] });
   */
  create(webhook: NewWebhook, options: RequestOptions = {}): Promise<WebhookWithSecret> {
    return this.http.json("POST", WEBHOOKS, { ...options, json: webhook });
  }

  async get(webhookId: string, options: RequestOptions = {}): Promise<Webhook> {
    return (await this.http.json<WebhookReply>("GET", path`/api/admin/webhooks/${webhookId}`, options)).webhook;
  }

  /** Changes what is named. Disabling ends what is not delivered yet. */
  async change(webhookId: string, change: WebhookChange, options: RequestOptions = {}): Promise<Webhook> {
    const request = { ...options, json: change };
    return (await this.http.json<WebhookReply>("PATCH", path`/api/admin/webhooks/${webhookId}`, request)).webhook;
  }

  /** Removes it with its deliveries. */
  async remove(webhookId: string, options: RequestOptions = {}): Promise<void> {
    await this.http.send("DELETE", path`/api/admin/webhooks/${webhookId}`, options);
  }

  /** Puts a new secret in force, which is told here alone; the one before signs too for 24 hours. */
  rotate(webhookId: string, options: RequestOptions = {}): Promise<WebhookWithSecret> {
    return this.http.json("POST", path`/api/admin/webhooks/${webhookId}/rotate`, options);
  }

  /** Sends `webhook.test` once, also while it is disabled. `deliveries` says what came of it. */
  async test(webhookId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    const at = path`/api/admin/webhooks/${webhookId}/test`;
    return (await this.http.json<WebhookDeliveryReply>("POST", at, options)).delivery;
  }

  /** Newest first, of the last 30 days. */
  deliveries(webhookId: string, filters: DeliveryFilters = {}): List<WebhookDelivery> {
    const at = path`/api/admin/webhooks/${webhookId}/deliveries`;
    return listOf(this.http, at, filters, ({ deliveries }: WebhookDeliveryListReply) => deliveries);
  }

  /** Sends a delivery again with the message id that it had. Throws InvalidStateError while the webhook is disabled. */
  async redeliver(webhookId: string, deliveryId: string, options: RequestOptions = {}): Promise<WebhookDelivery> {
    const at = path`/api/admin/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`;
    return (await this.http.json<WebhookDeliveryReply>("POST", at, options)).delivery;
  }
}
