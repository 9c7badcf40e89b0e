import { hostname } from "node:os";
import { AssayError } from "@assay/contract";
import { noteConditions, sendMessages } from "@assay/core/notices";
import type { Parts } from "../compose.ts";
import { type Config, ConfigError } from "../config.ts";
import { logFailures } from "../log-failures.ts";
import type { Logger } from "../logger.ts";
import { readDisks } from "../metrics/read-disks.ts";

/**
 * Tells operators by webhook and mail what is wrong with the deployment, in a process that does jobs. Undefined where nobody
 * is to be told. Throws ConfigError for an address that no message may be sent to.
 */
export function startNotices(
  config: Config,
  { db, webhookSender, mail }: Pick<Parts, "db" | "webhookSender" | "mail">,
  { logger, folder }: { readonly logger: Logger; readonly folder: string },
): { stop(): Promise<void> } | undefined {
  const { NOTICE_WEBHOOK_URL: url, NOTICE_WEBHOOK_SECRET: secret, NOTICE_MAIL: addresses, limits } = config;
  const webhook = url && secret ? { sender: webhookSender, url: requireUrl(webhookSender, url), secret } : undefined;
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
  const ending = new AbortController();
  const failed = logFailures(logger, "notices.failed");
  const look = async () => {
    await noteConditions(db, settings, await readDisks(folder, config));
    await sendMessages(db, { webhook, mailer: mail?.mailer }, { signal: ending.signal, report });
  };
  const report: Parameters<typeof sendMessages>[2]["report"] = ({ state, channel }, { kind }, outcome) =>
    logger[outcome === "delivered" ? "info" : "error"]("notice.sent", { kind, state, channel, outcome });
  let looking: Promise<void> = Promise.resolve();
  let isBusy = false;
  const lookOnce = () => {
    if (isBusy) return;
    isBusy = true;
    looking = look()
      .catch((error) => {
        if (!ending.signal.aborted) failed(error);
      })
      .finally(() => {
        isBusy = false;
      });
  };
  const timer = setInterval(lookOnce, limits.noticesEveryMs);
  lookOnce();
  return {
    async stop() {
      clearInterval(timer);
      ending.abort();
      await looking;
    },
  };
}

function requireUrl(sender: Parts["webhookSender"], url: string): string {
  try {
    return sender.check(url);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw new ConfigError(`Cannot send notices to NOTICE_WEBHOOK_URL: ${error.message}`);
  }
}
