import type { WebhookAnswer, WebhookMessage, WebhookSender } from "@assay/core/ports";

export interface WebhookReceiver extends WebhookSender {
  /** Each attempt, in order. */
  readonly received: WebhookMessage[];
  /** What it replies; may throw. */
  answer: (message: WebhookMessage) => Promise<Partial<WebhookAnswer>>;
}

/** Everybody's receiver: replies with 200 until told otherwise. */
export function createWebhookReceiver(): WebhookReceiver {
  const receiver: WebhookReceiver = {
    received: [],
    answer: async () => ({ status: 200 }),
    check: (url) => new URL(url).href,
    async send(message) {
      receiver.received.push(message);
      return { status: 200, retryAfterSeconds: undefined, ...(await receiver.answer(message)) };
    },
  };
  return receiver;
}
