import { z } from "zod";
import { adminRun } from "./admin-runs.ts";
import { calendarDate, id, sha256, timestamp } from "./primitives.ts";
import { DOCUMENT_FAILURE_CODES, JOB_KINDS } from "./statuses.ts";

const count = z.int().nonnegative();

/** How many UTC days the overview shows, the present one last. */
export const OVERVIEW_DAYS = 30;

/** How many there are, and the first few. */
const some = <T extends z.ZodType>(item: T) => z.strictObject({ count, items: z.array(item) });

export const overviewDay = z
  .strictObject({
    day: calendarDate,
    /** Runs that were created on this day, by how they stand now. */
    runs: z.strictObject({ completed: count, failed: count, active: count }),
    /** Model calls that failed. */
    modelErrors: count,
    /** Of the runs that were created on this day. */
    tokensIn: count,
    tokensOut: count,
    costUsd: z.number().nonnegative(),
  })
  .meta({ id: "OverviewDay" });
export type OverviewDay = z.infer<typeof overviewDay>;

/** How a tenant stands: what needs attention, what the engine has to do, and what is in force. */
export const overview = z
  .strictObject({
    /** By the database's clock. */
    at: timestamp,
    runs: z.strictObject({
      /** Of the days that are shown, the newest first. */
      failed: some(adminRun),
      /** Runs that completed and whose results could not be frozen; of the days that are shown. */
      withoutSnapshot: some(adminRun),
      /** Active, and nothing of them has finished for `quietAfterMs`; `waitingFor` names a part that cannot be used. */
      stalled: z.array(z.strictObject({ run: adminRun, waitingFor: z.string().nullable() })),
      /** Whose stored results are not those that were recorded. */
      damaged: some(z.strictObject({ runId: id, checkedAt: timestamp, damaged: z.array(z.string()) })),
    }),
    quietAfterMs: count,
    failedDocuments: z.array(z.strictObject({ code: z.enum(DOCUMENT_FAILURE_CODES), count })),
    queue: z.strictObject({
      /** Kinds with open work only. `later` is not due yet. */
      kinds: z.array(z.strictObject({ kind: z.enum(JOB_KINDS), due: count, later: count, running: count })),
      /** Since when the oldest job could have been done. */
      oldestDueAt: timestamp.nullable(),
      waiting: z.array(z.strictObject({ part: z.string(), jobs: count, since: timestamp })),
    }),
    days: z.array(overviewDay),
    /** Why model calls failed on the days that are shown, the most frequent first. */
    modelErrors: z.array(z.strictObject({ code: z.string(), count })),
    /** Not revoked, and expired or about to be within 30 days; the earliest first. */
    apiKeys: some(z.strictObject({ id, name: z.string(), prefix: z.string(), expiresAt: timestamp })),
    audit: z.strictObject({
      head: z.strictObject({ sequence: count, hash: z.string() }),
      /** The newest one. */
      checkpoint: z.strictObject({ sequence: count, hash: sha256, keyId: z.string(), createdAt: timestamp }).nullable(),
    }),
    retrievalVersion: z
      .strictObject({ id, embedderModel: z.string(), assessorModel: z.string(), activatedAt: timestamp })
      .nullable(),
    packs: z.array(
      z.strictObject({
        packId: id,
        name: z.string(),
        criteriaVersionId: id,
        version: z.int().positive(),
        /** The newest published version of the pack. */
        newestVersion: z.int().positive(),
        guidance: z.strictObject({ id, activatedAt: timestamp, ingestionCount: count }).nullable(),
      }),
    ),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof overview>;
export const overviewReply = z.strictObject({ overview });
