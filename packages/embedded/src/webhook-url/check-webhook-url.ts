import type { AllowedNetwork } from "../fetch/allowed-networks.ts";
import { requireSafeUrl } from "../fetch/require-safe-url.ts";

/**
 * The normalised URL of a webhook. Throws UNSAFE_URL by what the URL alone tells: scheme, port, credentials, host. Runs
 * on nothing but web standards.
 */
export function checkWebhookUrl(given: string, allowed: readonly AllowedNetwork[] = []): string {
  return requireSafeUrl(given, "send webhooks to", allowed);
}
