import { removeSweepSchedule } from "@assay/adapters/qstash";
import { sweepSchedule } from "../parts/sweep-schedule.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { runCommand } from "./run-command.ts";

/** Ends the schedule of this deployment; that there is none is fine. */
await runCommand(async () => {
  const { account, schedule } = sweepSchedule(readProcessConfig(process.env));
  await removeSweepSchedule(account, schedule.scheduleId);
  console.log(`QStash no longer calls ${schedule.url}`);
});
