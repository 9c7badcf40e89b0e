import type { Config } from "../config.ts";
import type { Finding } from "./finding.ts";

/** Where webhooks may be sent to next to the public internet. */
export function checkWebhookNetworks({ WEBHOOK_ALLOWED_NETWORKS: allowed }: Config): Finding[] {
  if (allowed.length === 0) return [{ ok: true, text: "Webhooks are sent to public addresses only" }];
  const networks = allowed.map(({ network, prefix, port }) => `${network}/${prefix} at ${port ?? "80 and 443"}`);
  const text = `Webhooks are also sent to ${networks.join(", ")}, by WEBHOOK_ALLOWED_NETWORKS: every tenant's ADMIN can have the service call there`;
  return [{ ok: true, warns: true, text }];
}
