import type { Waker } from "@assay/core/ports";
import type { Outbox, WakeUp, WorkRef } from "@assay/core/work";
import { createQstashClient, type QstashAccount, withinMs } from "./qstash-client.ts";

export interface QstashWakerOptions extends QstashAccount {
  readonly outbox: Outbox;
  /** Where QStash delivers an item's wake-up: the address that the receiver verifies, to the letter. */
  callbackUrl(item: Pick<WakeUp, "kind" | "stage">): string;
  /** Wake-ups of one tenant that are delivered at a time, so that none keeps the others waiting. */
  readonly parallelPerTenant: number;
  /** After how long a delivery counts as lost: a slice's longest time and what an answer needs. */
  readonly deliveryTimeoutMs: number;
  /** Longest that `wake` takes. Default 5000. */
  readonly publishTimeoutMs?: number;
  /** Called when wake-ups could not be published, for the log: the sweep publishes them. */
  onFailure(error: unknown, wakeUps: number): void;
}

const BATCH_SIZE = 100;
const PUBLISH_TIMEOUT_MS = 5000;
/** Attempts of the engine are counted in the database; these only carry the message. */
const DELIVERY_RETRIES = 3;
const DELIVERY_RETRY_DELAY = "2000 * pow(3, retried)";
/** What every plan allows; the sweep tells again of what is due later. */
const DELAY_MS_MAX = 6 * 86_400_000;

/** Has QStash deliver wake-ups to the callbacks. Times come from the database; QStash keeps ids and nothing else. */
export function createQstashWaker(options: QstashWakerOptions): Waker {
  const { outbox, publishTimeoutMs = PUBLISH_TIMEOUT_MS } = options;
  const client = createQstashClient(options);

  async function publish(refs: readonly WorkRef[]): Promise<void> {
    const wakeUps = await outbox.load(refs);
    if (wakeUps.length === 0) return;
    await client.batchJSON(wakeUps.map((wakeUp) => toMessage(wakeUp, options)));
    await outbox.markPublished(wakeUps);
  }

  return {
    async wake(refs) {
      const batches = Array.from({ length: Math.ceil(refs.length / BATCH_SIZE) }, (_, at) =>
        refs.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
      );
      const published = Promise.allSettled(batches.map(publish)).then((results) => {
        for (const [at, result] of results.entries())
          if (result.status === "rejected") options.onFailure(result.reason, batches[at]!.length);
      });
      await withinMs(publishTimeoutMs, published).catch((error) => options.onFailure(error, refs.length));
    },
  };
}

function toMessage(wakeUp: WakeUp, { callbackUrl, parallelPerTenant, deliveryTimeoutMs }: QstashWakerOptions) {
  const { workItemId, tenantId, fence, publishedAtMs, delayMs } = wakeUp;
  return {
    url: callbackUrl(wakeUp),
    body: { workItemId },
    // The same for publishers that race, another one for each claim and for each time that the message was lost.
    deduplicationId: `${workItemId}.${fence}.${Math.round(publishedAtMs)}`,
    flowControl: { key: `tenant.${tenantId}`, parallelism: parallelPerTenant },
    retries: DELIVERY_RETRIES,
    retryDelay: DELIVERY_RETRY_DELAY,
    timeout: Math.ceil(deliveryTimeoutMs / 1000),
    ...(delayMs > 0 ? { delay: Math.ceil(Math.min(delayMs, DELAY_MS_MAX) / 1000) } : {}),
  };
}
