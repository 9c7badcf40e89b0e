import { hostname } from "node:os";
import { createS3AuditDestination } from "@assay/adapters/s3";
import { createSyslog } from "@assay/adapters/syslog";
import { type AuditOutFailure, createAuditWebhook, sendEntries } from "@assay/core/audit-out";
import type { AuditDestination } from "@assay/core/ports";
import type { Parts } from "../compose.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { type Repeated, repeat } from "../repeat.ts";
import { requireMessageUrl } from "../require-message-url.ts";
import { VERSION as version } from "../version.ts";

type OutParts = Pick<Parts, "db" | "webhookSender" | "clock">;

/** Gives each audit entry to where the operator wants it, in a process that does jobs. Undefined where that is nowhere. */
export function startAuditOut(config: Config, parts: OutParts, logger: Logger): Repeated | undefined {
  const destinations = configuredDestinations(config, parts);
  if (destinations.length === 0) return undefined;
  const { limits } = config;
  const settings = {
    holdMs: limits.auditHoldMs,
    sendMs: limits.auditSendMs,
    retryMs: limits.auditRetryMs,
    retryMaxMs: limits.auditRetryMaxMs,
  };
  const report = (failure: AuditOutFailure) => logger.error("audit_out.failed", { ...failure });
  const loops = destinations.map((destination) =>
    repeat((signal) => sendEntries(parts.db, destination, settings, { signal, report }), {
      everyMs: limits.auditOutEveryMs,
      logger,
      event: "audit_out.failed",
    }),
  );
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

function configuredDestinations(config: Config, { webhookSender, clock }: OutParts): AuditDestination[] {
  const { AUDIT_SYSLOG_URL, AUDIT_S3_BUCKET, AUDIT_WEBHOOK_URL, AUDIT_WEBHOOK_SECRET: secret } = config;
  const { CHECKPOINT_S3_ENDPOINT: endpoint, CHECKPOINT_S3_ACCESS_KEY_ID: accessKeyId } = config;
  const { CHECKPOINT_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  const destinations: AuditDestination[] = [];
  if (AUDIT_SYSLOG_URL) destinations.push(createSyslog({ url: AUDIT_SYSLOG_URL, hostname: hostname(), version }));
  if (AUDIT_S3_BUCKET && endpoint && accessKeyId && secretAccessKey)
    destinations.push(
      createS3AuditDestination({
        endpoint,
        bucket: AUDIT_S3_BUCKET,
        region: config.CHECKPOINT_S3_REGION,
        accessKeyId,
        secretAccessKey,
        pathStyle: config.CHECKPOINT_S3_PATH_STYLE,
        lockDays: config.CHECKPOINT_S3_LOCK_DAYS,
        version,
      }),
    );
  if (AUDIT_WEBHOOK_URL && secret) {
    const url = requireMessageUrl(webhookSender, AUDIT_WEBHOOK_URL, "AUDIT_WEBHOOK_URL");
    const now = () => clock?.now() ?? new Date();
    destinations.push(createAuditWebhook({ sender: webhookSender, url, secret, version, now }));
  }
  return destinations;
}
