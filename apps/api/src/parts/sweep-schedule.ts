import type { QstashAccount, SweepSchedule } from "@assay/adapters/qstash";
import { SWEEP_PATH } from "../callbacks/callback-routes.ts";
import { type Config, ConfigError } from "../config.ts";
import { qstashAccount } from "./qstash.ts";

/** The schedule of this deployment: one for each address, no matter who makes it and however often. Throws ConfigError. */
export function sweepSchedule(config: Config): { account: QstashAccount; schedule: SweepSchedule } {
  const account = qstashAccount(config);
  if (!account || !config.API_URL)
    throw new ConfigError("Cannot use a schedule because QSTASH_TOKEN and API_URL must be set");
  const host = new URL(config.API_URL).host.replaceAll(/[^a-z0-9]+/g, "-");
  return { account, schedule: { scheduleId: `assay-sweep-${host}`, url: `${config.API_URL}${SWEEP_PATH}` } };
}
