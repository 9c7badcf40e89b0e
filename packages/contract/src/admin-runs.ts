import { z } from "zod";
import { damagedResult } from "./damaged-result.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, sha256, timestamp } from "./primitives.ts";
import { run, runConfiguration, runStep, runWaiting } from "./runs.ts";
import { assessmentStatus, documentFailureCode, runStepName, taskStatus } from "./sets.ts";
import { RUN_STATUSES, SNAPSHOT_STATUSES } from "./statuses.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

const isAbsent = (value: unknown) => value === undefined;
const count = z.int().nonnegative();
const instant = z.iso.datetime("must be a UTC time such as 2026-01-31T00:00:00Z");

export const RUN_SORTS = ["createdAt", "finishedAt", "duration", "status", "cost", "tokens"] as const;
export type RunSort = (typeof RUN_SORTS)[number];
export const runSort = z
  .enum(RUN_SORTS)
  .describe("An active run has no end and no duration yet: it is sorted after finished runs.");

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
      .max(TEXT_LIMITS.runName)
      .optional()
      .describe("An id, the beginning of an id, or a part of a name."),
    from: instant.optional().describe("Created at this time or later."),
    to: instant.optional().describe("Created before this time."),
    sort: runSort.optional().describe("Default: by creation."),
    order: z.enum(["asc", "desc"]).optional().describe("Default: the newest or highest first."),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    path: ["to"],
    message: "must be after from",
  });
export type AdminRunListQuery = z.infer<typeof adminRunListQuery>;

export const adminRun = run
  .extend({
    packName: z.string().describe("The pack's present name: no record holds one to compare it with."),
    criteriaVersion: z
      .int()
      .positive()
      .nullable()
      .describe("The number of the pinned criteria version; null while that is stored otherwise than was recorded."),
    triggerType: z.enum(["manual", "import"]),
    reuse: z.boolean(),
    failedCount: count.describe("Requirements that could not be assessed."),
    durationMs: count.nullable().describe("From its start to its end; null while it is under way."),
    progressedAt: timestamp.describe("When a part of it last finished."),
    usage: z.strictObject({ tokensIn: count, tokensOut: count, costUsd: z.number().nonnegative() }),
  })
  .describe("A run with its cost and the names of its parts.");
export type AdminRun = z.infer<typeof adminRun>;
export const adminRunListReply = z.strictObject({ runs: z.array(adminRun), nextCursor });
export const adminRunOrDamageListReply = adminRunListReply.extend({
  runs: z.array(z.union([adminRun, damagedResult])),
});

const pinned = <T extends z.ZodRawShape>(shape: T) => {
  const version = z.strictObject({ id, ...shape });
  return z.strictObject({
    pinned: version,
    inForce: version.nullable().describe("What a new run would pin; null if none could start."),
  });
};

export const runPins = z
  .strictObject({
    criteria: pinned({ version: z.int().positive() }),
    guidance: pinned({ activatedAt: timestamp, ingestionCount: count }),
    retrieval: pinned({ embedderModel: z.string(), assessorModel: z.string(), activatedAt: timestamp.nullable() }),
  })
  .describe("What the run pinned next to what is active now.");
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
      .describe("The error code of a job that is to be repeated or has failed permanently."),
    waitingFor: z
      .string()
      .nullable()
      .describe("An unavailable part, such as `files` or `model:<name>`, and since when jobs wait for it."),
    waitingSince: timestamp.nullable(),
  })
  .describe("The jobs of a step, as long as the engine keeps them.");
export type RunStepWork = z.infer<typeof runStepWork>;

export const adminRunReply = z.strictObject({
  run: adminRun,
  configuration: runConfiguration,
  pins: runPins,
  steps: z.array(runStep),
  work: z.array(runStepWork),
  waiting: runWaiting,
  counts: z.strictObject({
    documents: count,
    assessments: z.record(assessmentStatus, count),
    tasks: z.record(taskStatus, count),
    openTasks: count.describe("Not completed, and not covered by an active exception."),
    exports: count,
  }),
  snapshot: z.strictObject({ snapshotHash: sha256, sizeBytes: count, capturedAt: timestamp }).nullable(),
  resultCheck: z
    .strictObject({ checkedAt: timestamp, damaged: z.array(z.string()) })
    .nullable()
    .describe("When the stored results were last checked, and which were damaged."),
  excludedDocuments: z
    .array(z.strictObject({ documentId: id, originalFilename: z.string(), reason: z.string() }))
    .describe("Evidence that VERIFICATION omitted."),
  failedRequirements: z.array(z.strictObject({ requirementId: z.string(), reasoning: z.string() })),
});
export type AdminRunDetails = z.infer<typeof adminRunReply>;

export const reprocessDocumentsBody = z
  .strictObject({
    documentIds: z.array(z.string().max(100)).max(1000, "must have at most 1000 ids").optional(),
    failureCode: documentFailureCode.optional(),
    olderThanReader: z
      .literal(true)
      .optional()
      .describe("READY documents that a previous reader read. Refused while a run is active."),
  })
  .refine(({ documentIds, olderThanReader }) => documentIds === undefined || olderThanReader === undefined, {
    path: ["olderThanReader"],
    message: "must not be given together with documentIds",
  })
  .refine(({ failureCode, ...others }) => failureCode === undefined || Object.values(others).every(isAbsent), {
    path: ["failureCode"],
    message: "must not be given together with documentIds or olderThanReader",
  })
  .describe("Which documents to reprocess; by default, every FAILED document of the tenant. At most one of the three.");
export type ReprocessDocumentsBody = z.infer<typeof reprocessDocumentsBody>;
export const reprocessDocumentsReply = z.strictObject({
  accepted: z.array(id),
  refused: z.array(z.strictObject({ documentId: z.string(), error: z.string(), message: z.string() })),
});
export type ReprocessDocumentsReply = z.infer<typeof reprocessDocumentsReply>;
