import type { WebhookMessage } from "@assay/core/ports";
import { Webhook } from "standardwebhooks";

/** The headers of the Standard Webhooks specification: a signature for each secret, in their order. */
export function signMessage({ id, at, body, secrets }: Omit<WebhookMessage, "url">): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}
