import { z } from "zod";
import { adminRun } from "./admin-runs.ts";
import { chainBreak } from "./audit.ts";
import { calendarDate, id, sha256, timestamp } from "./primitives.ts";
import { documentFailureCode, jobKind, webhookDisabledReason } from "./sets.ts";

const count = z.int().nonnegative();

/** How many UTC days the overview shows, the current one last. */
export const OVERVIEW_DAYS = 30;

/** How many there are, and the first few. */
const some = <T extends z.ZodType>(item: T) => z.strictObject({ count, items: z.array(item) });

export const overviewDay = z.strictObject({
  day: calendarDate.describe("A UTC day."),
  runs: z
    .strictObject({ completed: count, failed: count, active: count })
    .describe("Runs that were created on this day, by their current state; none whose row is damaged."),
  modelErrors: count.describe("Model calls that failed."),
  tokensIn: count.describe("Of the runs that were created on this day."),
  tokensOut: count,
  costUsd: z.number().nonnegative(),
});
export type OverviewDay = z.infer<typeof overviewDay>;

export const overview = z
  .strictObject({
    at: timestamp.describe("By the database's clock."),
    runs: z.strictObject({
      failed: some(adminRun).describe("Of the days that are shown, the newest first."),
      withoutSnapshot: some(adminRun).describe("Runs that completed without a snapshot; of the days that are shown."),
      stalled: z
        .array(z.strictObject({ run: adminRun, waitingFor: z.string().nullable() }))
        .describe(
          "Active, and nothing of them has finished for `quietAfterMs`; `waitingFor` names an unavailable part.",
        ),
      damaged: some(z.strictObject({ runId: id, checkedAt: timestamp, damaged: z.array(z.string()) })).describe(
        "Runs whose stored results are damaged. A run whose own row is damaged is in no count of this reply.",
      ),
    }),
    records: z
      .strictObject({ checkedAt: timestamp.nullable(), damaged: some(z.string()) })
      .describe(
        "Exceptions, members, requirements and guidance that the last daily check found damaged, such as `exception/<id>`.",
      ),
    quietAfterMs: count,
    failedDocuments: z.array(z.strictObject({ code: documentFailureCode, count })),
    queue: z.strictObject({
      kinds: z
        .array(z.strictObject({ kind: jobKind, due: count, later: count, running: count }))
        .describe("Only kinds with open jobs. `later` are not due yet."),
      oldestDueAt: timestamp.nullable().describe("Since when the oldest job has been due."),
      waiting: z
        .array(z.strictObject({ part: z.string(), jobs: count, since: timestamp }))
        .describe("Jobs that need an unavailable part."),
    }),
    days: z.array(overviewDay).describe("30 days, the current one last."),
    modelErrors: z
      .array(z.strictObject({ code: z.string(), count }))
      .describe("Why model calls failed on the days that are shown, the most frequent first."),
    apiKeys: some(z.strictObject({ id, name: z.string(), prefix: z.string(), expiresAt: timestamp })).describe(
      "Not revoked, and expired or expiring within 30 days; the earliest first.",
    ),
    webhooks: some(
      z.strictObject({ id, url: z.string(), disabledReason: webhookDisabledReason, disabledAt: timestamp }),
    ).describe("Webhooks that the service has disabled: their deliveries failed, or their receiver is gone."),
    audit: z.strictObject({
      head: z.strictObject({ sequence: count, hash: z.string() }),
      checkpoint: z
        .strictObject({ sequence: count, hash: sha256, keyId: z.string(), createdAt: timestamp })
        .nullable()
        .describe("The newest one."),
      broken: chainBreak
        .nullable()
        .describe("Where the last check found the chain broken: until an operator continues it, nothing is signed."),
    }),
    retrievalVersion: z
      .strictObject({
        id,
        embedderModel: z.string(),
        assessorModel: z.string(),
        activatedAt: timestamp,
        recommendedId: id.nullable().describe("A version that a new release added and that nobody has decided about."),
      })
      .nullable(),
    packs: z.array(
      z.strictObject({
        packId: id,
        name: z.string(),
        criteriaVersionId: id,
        version: z.int().positive(),
        newestVersion: z.int().positive().describe("The newest published version of the pack."),
        guidance: z.strictObject({ id, activatedAt: timestamp, ingestionCount: count }).nullable(),
      }),
    ),
  })
  .describe("The state of a tenant: what needs attention, what the engine has to do, and what is active.");
export type Overview = z.infer<typeof overview>;
export const overviewReply = z.strictObject({ overview });
