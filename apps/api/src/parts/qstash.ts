import { createCallbackVerifier, createQstashDispatcher, type QstashAccount } from "@assay/adapters/qstash";
import { isHeavy } from "@assay/core/flow";
import type { Outbox } from "@assay/core/jobs";
import type { Clock, Dispatcher } from "@assay/core/ports";
import { WORK_PATH } from "../callbacks/callback-routes.ts";
import type { Config } from "../config.ts";
import { describeError, type Logger } from "../logger.ts";

/** What an answer needs next to its attempt. */
const ANSWER_MS = 30_000;

/** Undefined where QStash is not configured. */
export function qstashAccount({ QSTASH_TOKEN, QSTASH_URL }: Config): QstashAccount | undefined {
  return QSTASH_TOKEN ? { token: QSTASH_TOKEN, baseUrl: QSTASH_URL } : undefined;
}

export function createConfiguredDispatcher(
  account: QstashAccount,
  config: Config,
  outbox: Outbox,
  logger: Logger,
): Dispatcher {
  const { goOnMs, attemptLimitMs, requirementLimitMs, firstWordMs } = config.limits;
  return createQstashDispatcher({
    ...account,
    outbox,
    callbackUrl: (job) => `${isHeavy(job) ? (config.EXTRACTION_URL ?? config.API_URL) : config.API_URL}${WORK_PATH}`,
    parallelPerTenant: config.limits.deliveriesPerTenantMax,
    deliveryTimeoutMs: goOnMs + Math.max(attemptLimitMs, firstWordMs + requirementLimitMs) + ANSWER_MS,
    onFailure(error, dispatches) {
      logger.error("dispatch.failed", { dispatches, ...describeError(error) });
      // The name until 0.5, for alerts that wait for it.
      logger.error("wake_up.failed", { wakeUps: dispatches, renamedTo: "dispatch.failed" });
    },
  });
}

export function createConfiguredVerifier(config: Config, logger: Logger, clock?: Clock) {
  return createCallbackVerifier({
    ...clock,
    currentSigningKey: config.QSTASH_CURRENT_SIGNING_KEY ?? "",
    nextSigningKey: config.QSTASH_NEXT_SIGNING_KEY ?? "",
    onRefusal: (reason) => logger.error("callback.refused", { reason }),
  });
}

/** The origins that deliveries may be signed for: the same settings serve both deployments. */
export function callbackAddresses({ API_URL, EXTRACTION_URL }: Config): string[] {
  return [API_URL, EXTRACTION_URL].filter((address) => address !== undefined);
}
