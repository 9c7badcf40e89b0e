import { FetchError } from "@assay/contract";
import type { AuditDestination } from "../ports/audit-destination.ts";
import type { WebhookSender } from "../ports/webhook-sender.ts";
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
        try {
          const message = { url, id: `msg_${entry.id}`, at: now(), body, secrets: [secret] };
          const { status } = await sender.send(message, { signal });
          if (status < 200 || status >= 300) return { taken, problem: `it answered ${status}` };
        } catch (error) {
          if (signal.aborted) return { taken, problem: "it took too long" };
          if (!(error instanceof FetchError)) throw error;
          return { taken, problem: error.message };
        }
      }
      return { taken: entries.length };
    },
  };
}
