import type { Dispatch, JobRef, Outbox } from "@assay/core/jobs";
import type { Dispatcher } from "@assay/core/ports";
import { createQstashClient, type QstashAccount, withinMs } from "./qstash-client.ts";

export interface QstashDispatcherOptions extends QstashAccount {
  readonly outbox: Outbox;
  /** Where QStash delivers a job's dispatch: the address that the receiver verifies, to the letter. */
  callbackUrl(job: Pick<Dispatch, "kind" | "stage">): string;
  /** Dispatches of one tenant that are delivered at a time, so that none keeps the others waiting. */
  readonly parallelPerTenant: number;
  /** After how long a delivery counts as lost: an attempt's longest time and what an answer needs. */
  readonly deliveryTimeoutMs: number;
  /** Longest that `dispatch` takes. Default 5000. */
  readonly publishTimeoutMs?: number;
  /** Called when dispatches could not be published, for the log: the sweep publishes them. */
  onFailure(error: unknown, dispatches: number): void;
}

const BATCH_SIZE = 100;
const PUBLISH_TIMEOUT_MS = 5000;
/** Attempts of the engine are counted in the database; these only carry the message. */
const DELIVERY_RETRIES = 3;
const DELIVERY_RETRY_DELAY = "2000 * pow(3, retried)";
/** What every plan allows; the sweep tells again of what is due later. */
const DELAY_MS_MAX = 6 * 86_400_000;

/** Has QStash deliver dispatches to the callbacks. Times come from the database; QStash keeps ids and nothing else. */
export function createQstashDispatcher(options: QstashDispatcherOptions): Dispatcher {
  const { outbox, publishTimeoutMs = PUBLISH_TIMEOUT_MS } = options;
  const client = createQstashClient(options);

  async function publish(refs: readonly JobRef[]): Promise<void> {
    const dispatches = await outbox.load(refs);
    if (dispatches.length === 0) return;
    await client.batchJSON(dispatches.map((dispatch) => toMessage(dispatch, options)));
    await outbox.markPublished(dispatches);
  }

  return {
    async dispatch(refs) {
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

function toMessage(dispatch: Dispatch, { callbackUrl, parallelPerTenant, deliveryTimeoutMs }: QstashDispatcherOptions) {
  const { jobId, tenantId, fence, publishedAtMs, delayMs } = dispatch;
  return {
    url: callbackUrl(dispatch),
    // `workItemId` is what a process of the last release reads.
    body: { jobId, workItemId: jobId },
    // The same for publishers that race, another one for each claim and for each time that the message was lost.
    deduplicationId: `${jobId}.${fence}.${Math.round(publishedAtMs)}`,
    flowControl: { key: `tenant.${tenantId}`, parallelism: parallelPerTenant },
    retries: DELIVERY_RETRIES,
    retryDelay: DELIVERY_RETRY_DELAY,
    timeout: Math.ceil(deliveryTimeoutMs / 1000),
    ...(delayMs > 0 ? { delay: Math.ceil(Math.min(delayMs, DELAY_MS_MAX) / 1000) } : {}),
  };
}
