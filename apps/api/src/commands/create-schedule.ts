import { parseArgs } from "node:util";
import { putSweepSchedule } from "@assay/adapters/qstash";
import { ConfigError } from "../config.ts";
import { sweepSchedule } from "../parts/sweep-schedule.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { runCommand } from "./run-command.ts";

/** Has QStash call the sweep each minute, or as told. Again, it changes the schedule and adds none. */
await runCommand(async () => {
  const { values } = parseArgs({ options: { every: { type: "string", default: "1" } } });
  const everyMinutes = Number(values.every);
  if (!/^[1-9]\d?$/.test(values.every) || everyMinutes > 59)
    throw new ConfigError(
      `Cannot create the schedule because --every must be from 1 to 59 minutes: it is '${values.every}'`,
    );
  const { account, schedule } = sweepSchedule(readProcessConfig(process.env));
  await putSweepSchedule(account, { ...schedule, everyMinutes });
  console.log(`QStash calls ${schedule.url} every ${everyMinutes} min (schedule '${schedule.scheduleId}')`);
});
