import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id } from "./primitives.ts";
import { run, runConfiguration, runStep } from "./runs.ts";
import { ASSESSMENT_STATUSES, DOCUMENT_FAILURE_CODES, RUN_STATUSES, TASK_STATUSES } from "./statuses.ts";

const isAbsent = (value: unknown) => value === undefined;
const count = z.int().nonnegative();
const instant = z.iso.datetime("must be a UTC time such as 2026-01-31T00:00:00Z");

export const adminRunListQuery = pageQuery
  .extend({
    status: z.enum(RUN_STATUSES).optional(),
    packId: z.string().max(100).optional(),
    /** Created at this time or later. */
    from: instant.optional(),
    /** Created before this time. */
    to: instant.optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    path: ["to"],
    message: "must be after from",
  });
export type AdminRunListQuery = z.infer<typeof adminRunListQuery>;

/** A run with what it cost and who started it. */
export const adminRun = run
  .extend({
    triggerType: z.enum(["manual", "import"]),
    reuse: z.boolean(),
    usage: z.strictObject({ tokensIn: count, tokensOut: count, costUsd: z.number().nonnegative() }),
  })
  .meta({ id: "AdminRun" });
export type AdminRun = z.infer<typeof adminRun>;
export const adminRunListReply = z.strictObject({ runs: z.array(adminRun), nextCursor });

export const adminRunReply = z.strictObject({
  run: adminRun,
  configuration: runConfiguration,
  steps: z.array(runStep),
  counts: z.strictObject({
    documents: count,
    assessments: z.record(z.enum(ASSESSMENT_STATUSES), count),
    tasks: z.record(z.enum(TASK_STATUSES), count),
    exports: count,
  }),
  /** Evidence that VERIFICATION left out. */
  excludedDocuments: z.array(z.strictObject({ documentId: id, originalFilename: z.string(), reason: z.string() })),
  failedRequirements: z.array(z.strictObject({ requirementId: z.string(), reasoning: z.string() })),
});
export type AdminRunDetails = z.infer<typeof adminRunReply>;

/**
 * With nothing, every FAILED document of the tenant; with `failureCode` those that failed so; with `olderThanReader` its
 * READY ones of an earlier reader.
 */
export const reprocessDocumentsBody = z
  .object({
    documentIds: z.array(z.string().max(100)).max(1000, "must hold at most 1000 ids").optional(),
    failureCode: z.enum(DOCUMENT_FAILURE_CODES).optional(),
    olderThanReader: z.literal(true).optional(),
  })
  .refine(({ documentIds, olderThanReader }) => documentIds === undefined || olderThanReader === undefined, {
    path: ["olderThanReader"],
    message: "must not be given together with documentIds",
  })
  .refine(({ failureCode, ...others }) => failureCode === undefined || Object.values(others).every(isAbsent), {
    path: ["failureCode"],
    message: "must not be given together with documentIds or olderThanReader",
  });
export type ReprocessDocumentsBody = z.infer<typeof reprocessDocumentsBody>;
export const reprocessDocumentsReply = z.strictObject({
  accepted: z.array(id),
  refused: z.array(z.strictObject({ documentId: z.string(), error: z.string(), message: z.string() })),
});
export type ReprocessDocumentsReply = z.infer<typeof reprocessDocumentsReply>;
