import type { AuditDestination } from "../ports/audit-destination.ts";
import type { WebhookMessage, WebhookSender } from "../ports/webhook-sender.ts";
import { postMessage } from "../post-message.ts";
import { toOcsf } from "./to-ocsf.ts";

interface AuditWebhook {
  readonly sender: WebhookSender;
  readonly url: string;
  readonly secret: string;
  readonly version: string;
  readonly now: () => Date;
}

/** Posts each entry by itself, signed as all webhooks are; its id is the entry's. */
export function createAuditWebhook({ sender, url, secret, version, now }: AuditWebhook): AuditDestination {
  return {
    name: "webhook",
    async send(entries, { signal }) {
      for (const [taken, entry] of entries.entries()) {
        const body = JSON.stringify({
          type: "audit.recorded",
          timestamp: entry.created_at,
          data: toOcsf(entry, { version }),
        });
        const message = { url, id: `msg_${entry.id}`, at: now(), body, secrets: [secret] };
        const problem = await post(sender, message, signal);
        if (problem !== undefined) return { taken, problem };
      }
      return { taken: entries.length };
    },
  };
}

/** Why the receiver has not taken it; undefined where it has. */
async function post(sender: WebhookSender, message: WebhookMessage, signal: AbortSignal): Promise<string | undefined> {
  try {
    const posted = await postMessage(sender, message, { signal });
    if (posted.kind === "taken") return undefined;
    return posted.kind === "refused" ? `it answered ${posted.status}` : posted.error.message;
  } catch (error) {
    if (signal.aborted) return "it took too long";
    throw error;
  }
}
