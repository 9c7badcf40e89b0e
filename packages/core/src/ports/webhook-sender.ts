export interface WebhookMessage {
  readonly url: string;
  /** Becomes `webhook-id`. */
  readonly id: string;
  /** When this attempt is made; becomes `webhook-timestamp`. */
  readonly at: Date;
  readonly body: string;
  /** Each signs, in this order. */
  readonly secrets: readonly string[];
}

export interface WebhookAnswer {
  readonly status: number;
  /** As the receiver asked for; undefined where it did not. */
  readonly retryAfterSeconds: number | undefined;
}

/** Posts messages as the Standard Webhooks specification signs them. Inside the operator's network only what it allows is reached. */
export interface WebhookSender {
  /** The normalised URL. Throws AssayError UNSAFE_URL by what the URL alone tells: scheme, port, credentials, host. */
  check(url: string): string;
  /** Follows no redirect and keeps no body. Throws FetchError where there is no answer; an aborted signal its reason. */
  send(message: WebhookMessage, options: { signal: AbortSignal }): Promise<WebhookAnswer>;
}
