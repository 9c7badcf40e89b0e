import { createQstashClient, type QstashAccount, withinMs } from "./qstash-client.ts";

const EVERY_MINUTE = "* * * * *";
const LIMIT_MS = 30_000;
const SWEEP_RETRIES = 0;
const SWEEP_TIMEOUT_SECONDS = 60;

/** Has QStash call the sweep each minute. The same `scheduleId` again changes the schedule and adds none. */
export async function putSweepSchedule(
  account: QstashAccount,
  { scheduleId, url }: { readonly scheduleId: string; readonly url: string },
): Promise<void> {
  await withinMs(
    LIMIT_MS,
    createQstashClient(account).schedules.create({
      scheduleId,
      destination: url,
      cron: EVERY_MINUTE,
      body: "{}",
      // The next minute's sweep is the retry.
      retries: SWEEP_RETRIES,
      timeout: SWEEP_TIMEOUT_SECONDS,
    }),
  );
}

export async function removeSweepSchedule(account: QstashAccount, scheduleId: string): Promise<void> {
  await withinMs(LIMIT_MS, createQstashClient(account).schedules.delete(scheduleId));
}
