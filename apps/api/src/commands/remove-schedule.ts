import { removeSweepSchedule } from "@assay/adapters/qstash";
import { readConfig } from "../config.ts";
import { sweepSchedule } from "../parts/sweep-schedule.ts";
import { runCommand } from "./run-command.ts";

/** Ends the schedule of this deployment; that there is none is fine. */
await runCommand(async () => {
  const { account, schedule } = sweepSchedule(readConfig(process.env));
  await removeSweepSchedule(account, schedule.scheduleId);
  console.log(`QStash no longer calls ${schedule.url}`);
});
