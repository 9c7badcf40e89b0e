import { QstashError } from "@upstash/qstash";
import { createQstashClient, type QstashAccount, withinMs } from "./qstash-client.ts";

const LIMIT_MS = 30_000;
const SWEEP_RETRIES = 0;
const SWEEP_TIMEOUT_SECONDS = 60;

export interface SweepSchedule {
  /** The same id again changes the schedule and adds none. */
  readonly scheduleId: string;
  readonly url: string;
  /** From 1 to 59; default 1. */
  readonly everyMinutes?: number;
}

/** Has QStash call the sweep by the clock. */
export async function putSweepSchedule(
  account: QstashAccount,
  { scheduleId, url, everyMinutes = 1 }: SweepSchedule,
): Promise<void> {
  await withinMs(
    LIMIT_MS,
    createQstashClient(account).schedules.create({
      scheduleId,
      destination: url,
      cron: everyMinutes === 1 ? "* * * * *" : `*/${everyMinutes} * * * *`,
      body: "{}",
      // The next one is the retry.
      retries: SWEEP_RETRIES,
      timeout: SWEEP_TIMEOUT_SECONDS,
    }),
  );
}

/** Removing what is not there is fine. */
export async function removeSweepSchedule(account: QstashAccount, scheduleId: string): Promise<void> {
  await withinMs(
    LIMIT_MS,
    createQstashClient(account)
      .schedules.delete(scheduleId)
      .catch((error: unknown) => {
        if (!(error instanceof QstashError && error.status === 404)) throw error;
      }),
  );
}
