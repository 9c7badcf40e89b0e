import { Client, QstashError } from "@upstash/qstash";

export interface SweepSchedule {
  ensure(id: string, apiUrl: string): Promise<void>;
  /** Removing what is not there is fine. */
  remove(id: string): Promise<void>;
}

/** A preview is swept every five minutes: it is looked at by people, and messages cost. */
export function sweepSchedule({ token, baseUrl }: { token: string; baseUrl: string }): SweepSchedule {
  const client = new Client({ token, baseUrl, enableTelemetry: false });
  return {
    async ensure(id, apiUrl) {
      await client.schedules.create({
        scheduleId: id,
        destination: `${apiUrl}/callbacks/sweep`,
        cron: "*/5 * * * *",
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
        retries: 0,
      });
    },
    async remove(id) {
      await client.schedules.delete(id).catch((error: unknown) => {
        if (!(error instanceof QstashError && error.status === 404)) throw error;
      });
    },
  };
}
