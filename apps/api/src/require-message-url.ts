import { AssayError } from "@assay/contract";
import type { WebhookSender } from "@assay/core/ports";
import { ConfigError } from "./config.ts";

/** The address as the sender takes it. Throws ConfigError, which names the setting, for one that no message may be sent to. */
export function requireMessageUrl(sender: WebhookSender, url: string, setting: string): string {
  try {
    return sender.check(url);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw new ConfigError(`Cannot send messages to ${setting}: ${error.message}`);
  }
}
