import { hostname } from "node:os";
import { noteConditions, sendMessages } from "@assay/core/notices";
import type { Parts } from "../compose.ts";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { readDisks } from "../metrics/read-disks.ts";
import { type Repeated, repeat } from "../repeat.ts";
import { requireMessageUrl } from "../require-message-url.ts";

/**
 * Tells operators by webhook and mail what is wrong with the deployment, in a process that does jobs. Undefined where nobody
 * is to be told. Throws ConfigError for an address that no message may be sent to.
 */
export function startNotices(
  config: Config,
  { db, webhookSender, mail }: Pick<Parts, "db" | "webhookSender" | "mail">,
  { logger, folder }: { readonly logger: Logger; readonly folder: string },
): Repeated | undefined {
  const { NOTICE_WEBHOOK_URL: url, NOTICE_WEBHOOK_SECRET: secret, NOTICE_MAIL: addresses, limits } = config;
  const webhook =
    url && secret
      ? { sender: webhookSender, url: requireMessageUrl(webhookSender, url, "NOTICE_WEBHOOK_URL"), secret }
      : undefined;
  if (!webhook && addresses.length === 0) return undefined;
  const settings = {
    thresholds: {
      jobsMinutes: config.NOTICE_JOBS_MINUTES,
      diskPercent: config.NOTICE_DISK_PERCENT,
      backupHours: config.NOTICE_BACKUP_HOURS,
    },
    host: hostname(),
    webhook: webhook !== undefined,
    addresses,
    modelDownMs: limits.modelDownMs,
    keepMs: limits.noticesKeepMs,
  };
  const report: Parameters<typeof sendMessages>[2]["report"] = ({ state, channel }, { kind }, outcome) =>
    logger[outcome === "delivered" ? "info" : "error"]("notice.sent", { kind, state, channel, outcome });
  return repeat(
    async (signal) => {
      await noteConditions(db, settings, await readDisks(folder, config));
      await sendMessages(db, { webhook, mailer: mail?.mailer }, { signal, report });
    },
    { everyMs: limits.noticesEveryMs, logger, event: "notices.failed" },
  );
}
