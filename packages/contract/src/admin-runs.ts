import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, sha256, timestamp } from "./primitives.ts";
import { RUN_NAME_LENGTH_MAX, run, runConfiguration, runStep } from "./runs.ts";
import { assessmentStatus, documentFailureCode, runStepName, taskStatus } from "./sets.ts";
import { RUN_STATUSES, SNAPSHOT_STATUSES } from "./statuses.ts";

const isAbsent = (value: unknown) => value === undefined;
const count = z.int().nonnegative();
const instant = z.iso.datetime("must be a UTC time such as 2026-01-31T00:00:00Z");

export const RUN_SORTS = ["createdAt", "finishedAt", "duration", "status", "cost", "tokens"] as const;
export type RunSort = (typeof RUN_SORTS)[number];
export const runSort = z
  .enum(RUN_SORTS)
  .describe("A run that is under way has no end and no duration yet: it comes after all that have.");

/** One value or several, separated by commas. */
const anyOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(values)))
    .optional();

export const adminRunListQuery = pageQuery
  .extend({
    status: anyOf(RUN_STATUSES),
    snapshotStatus: anyOf(SNAPSHOT_STATUSES),
    packId: z.string().max(100).optional(),
    startedBy: z.string().min(1).max(100).optional().describe("A user's id, `api-key:<id>` or `system`."),
    q: z
      .string()
      .trim()
      .min(1)
      .max(RUN_NAME_LENGTH_MAX)
      .optional()
      .describe("An id, how one begins, or a part of a name."),
    from: instant.optional().describe("Created at this time or later."),
    to: instant.optional().describe("Created before this time."),
    sort: runSort.optional().describe("Left out, by creation."),
    order: z.enum(["asc", "desc"]).optional().describe("Left out, the newest or most first."),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    path: ["to"],
    message: "must be after from",
  });
export type AdminRunListQuery = z.infer<typeof adminRunListQuery>;

export const adminRun = run
  .extend({
    packName: z.string(),
    criteriaVersion: z.int().positive().describe("The number of the pinned criteria version."),
    triggerType: z.enum(["manual", "import"]),
    reuse: z.boolean(),
    failedCount: count.describe("Requirements that could not be assessed."),
    durationMs: count.nullable().describe("From its start to its end; null while it is under way."),
    progressedAt: timestamp.describe("When a part of it last finished."),
    usage: z.strictObject({ tokensIn: count, tokensOut: count, costUsd: z.number().nonnegative() }),
  })
  .describe("A run with what it cost, and what people know its parts by.");
export type AdminRun = z.infer<typeof adminRun>;
export const adminRunListReply = z.strictObject({ runs: z.array(adminRun), nextCursor });

const pinned = <T extends z.ZodRawShape>(shape: T) => {
  const version = z.strictObject({ id, ...shape });
  return z.strictObject({
    pinned: version,
    inForce: version.nullable().describe("What a run started now would pin; null where it could not start."),
  });
};

export const runPins = z
  .strictObject({
    criteria: pinned({ version: z.int().positive() }),
    guidance: pinned({ activatedAt: timestamp, ingestionCount: count }),
    retrieval: pinned({ embedderModel: z.string(), assessorModel: z.string(), activatedAt: timestamp.nullable() }),
  })
  .describe("What the run pinned beside what is in force now.");
export type RunPins = z.infer<typeof runPins>;

export const runStepWork = z
  .strictObject({
    stepName: z.union([runStepName, z.literal("finish")]),
    items: count,
    openItems: count,
    failedAttempts: count.describe("Attempts that failed, and those that were lost with a process."),
    lostAttempts: count,
    lastError: z
      .string()
      .nullable()
      .describe("The code of an error, of an item that is still to succeed or failed for good."),
    waitingFor: z
      .string()
      .nullable()
      .describe("A part that cannot be used, such as `files` or `model:<name>`, and since when the work waits for it."),
    waitingSince: timestamp.nullable(),
  })
  .describe("The engine's work of a step, for as long as the engine keeps it.");
export type RunStepWork = z.infer<typeof runStepWork>;

export const adminRunReply = z.strictObject({
  run: adminRun,
  configuration: runConfiguration,
  pins: runPins,
  steps: z.array(runStep),
  work: z.array(runStepWork),
  counts: z.strictObject({
    documents: count,
    assessments: z.record(assessmentStatus, count),
    tasks: z.record(taskStatus, count),
    exports: count,
  }),
  snapshot: z.strictObject({ snapshotHash: sha256, sizeBytes: count, capturedAt: timestamp }).nullable(),
  resultCheck: z
    .strictObject({ checkedAt: timestamp, damaged: z.array(z.string()) })
    .nullable()
    .describe("When the stored results were last hashed again, and what was not as recorded."),
  excludedDocuments: z
    .array(z.strictObject({ documentId: id, originalFilename: z.string(), reason: z.string() }))
    .describe("Evidence that VERIFICATION left out."),
  failedRequirements: z.array(z.strictObject({ requirementId: z.string(), reasoning: z.string() })),
});
export type AdminRunDetails = z.infer<typeof adminRunReply>;

export const reprocessDocumentsBody = z
  .object({
    documentIds: z.array(z.string().max(100)).max(1000, "must have at most 1000 ids").optional(),
    failureCode: documentFailureCode.optional(),
    olderThanReader: z
      .literal(true)
      .optional()
      .describe("READY ones that an earlier reader read. Refused while a run is active."),
  })
  .refine(({ documentIds, olderThanReader }) => documentIds === undefined || olderThanReader === undefined, {
    path: ["olderThanReader"],
    message: "must not be given together with documentIds",
  })
  .refine(({ failureCode, ...others }) => failureCode === undefined || Object.values(others).every(isAbsent), {
    path: ["failureCode"],
    message: "must not be given together with documentIds or olderThanReader",
  })
  .describe("What to read again; with nothing, every FAILED document of the tenant. At most one of the three.");
export type ReprocessDocumentsBody = z.infer<typeof reprocessDocumentsBody>;
export const reprocessDocumentsReply = z.strictObject({
  accepted: z.array(id),
  refused: z.array(z.strictObject({ documentId: z.string(), error: z.string(), message: z.string() })),
});
export type ReprocessDocumentsReply = z.infer<typeof reprocessDocumentsReply>;
