import { parseArgs } from "node:util";
import {
  changeMaintenance,
  countRunningJobs,
  type MaintenanceAct,
  type MaintenanceMode,
  readMaintenance,
} from "@assay/core/maintenance-mode";
import type { Database } from "@assay/db";
import { type Config, ConfigError } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { askRunningService } from "../maintenance-requests.ts";
import { connectTo, openDatabase } from "../parts/database.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { waitForJobs } from "../wait-for-jobs.ts";
import { runCommand } from "./run-command.ts";

const USAGE = `Usage:
  npm run maintenance -- on --reason <what people are told>
  npm run maintenance -- off
  npm run maintenance -- status`;
const REASON_MAX = 200;

/** Begins and ends maintenance mode, next to a service that is at work: see docs/operate/operations.md. */
await runCommand(async () => {
  const act = readOptions();
  const config = readProcessConfig(process.env);
  if (config.DATABASE_URL) {
    const connection = connectTo(config.DATABASE_URL, config, { poolSize: 1 });
    try {
      await actOn(connection.db, act);
    } finally {
      await connection.close();
    }
  } else await actOnEmbedded(config, act);
});

function readOptions(): MaintenanceAct | undefined {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { reason: { type: "string" } } });
  const reason = values.reason?.trim();
  const [act, ...further] = positionals;
  if (further.length > 0 || (act !== "on" && reason !== undefined)) throw new ConfigError(USAGE);
  if (act === "off") return { on: false };
  if (act === "status") return undefined;
  if (act !== "on" || !reason) throw new ConfigError(USAGE);
  if (reason.length > REASON_MAX)
    throw new ConfigError(`Cannot begin maintenance as --reason must have at most ${REASON_MAX} characters`);
  return { on: true, reason };
}

async function actOn(db: Database, act: MaintenanceAct | undefined): Promise<void> {
  if (act) await changeMaintenance(db, act);
  if (act?.on) await waitForJobs(() => countRunningJobs(db));
  say(await readMaintenance(db));
}

/** An embedded database belongs to the service that has it open, which does what it is asked. */
async function actOnEmbedded(config: Config, act: MaintenanceAct | undefined): Promise<void> {
  const folder = await openDataFolder(config.ASSAY_DATA_DIR).catch((error) => {
    if (error instanceof ConfigError) return undefined;
    throw error;
  });
  if (!folder) return say(await askRunningService(config.ASSAY_DATA_DIR, act, waitForJobs));
  try {
    const connection = await openDatabase(config, folder.path);
    try {
      await actOn(connection.db, act);
    } finally {
      await connection.close();
    }
  } finally {
    await folder.release();
  }
}

function say(mode: MaintenanceMode | undefined): void {
  console.log(
    mode
      ? `Maintenance mode since ${mode.since.toISOString()}: ${mode.reason}`
      : "Not in maintenance mode: everything is served",
  );
}
