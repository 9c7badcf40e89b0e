import { z } from "zod";
import { damagedResult } from "./damaged-result.ts";
import { coverage, documentPlace, recognition, sourceName, unreadDocument } from "./documents.ts";
import {
  checkedPair,
  citationNote,
  evidenceRules,
  judgedPart,
  meaningCheck,
  occurrences,
  PERIOD_MONTHS_MAX,
  period,
} from "./evidence.ts";
import { RUN_STEPS } from "./flow.ts";
import { nextCursor, optionalPageQuery, pageQuery } from "./paging.ts";
import { calendarDate, id, sha256, timestamp } from "./primitives.ts";
import { runDestinations } from "./residency.ts";
import {
  assessmentStatus,
  checkedAgainst,
  documentStatus,
  evidenceKind,
  exportFormat,
  fileType,
  openSet,
  reportFormat,
  runDocumentReason,
  runStatus,
  runStepName,
  runStepStatus,
  signOffRole,
  snapshotStatus,
  taskStatus,
  waitingReason,
} from "./sets.ts";
import { pinnedManifest } from "./sources.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

const count = z.int().nonnegative();

const startPeriod = period
  .refine(({ from, to }) => from <= to, { path: ["to"], message: "must not be before from" })
  .refine(({ from, to }) => !(Date.parse(to) >= afterMonths(from, PERIOD_MONTHS_MAX)), {
    path: ["to"],
    message: `must be at most ${PERIOD_MONTHS_MAX} months after from`,
  });

/** The same day so many months later; the first of the month after it where that month is shorter. NaN for no date. */
function afterMonths(date: string, months: number): number {
  const later = new Date(date);
  return later.setUTCMonth(later.getUTCMonth() + months);
}

// Ids are plain strings here: a well-typed id that names nothing is 404, not 400.
const PINNED_BY_RUN = ["packId", "criteriaVersionId", "corpusActivationId", "period"] as const;

export const startRunBody = z
  .strictObject({
    packId: z.string().max(100).optional().describe("May be omitted if the tenant uses one pack."),
    criteriaVersionId: z.string().max(100).optional().describe("The three pins of a previous run, to reproduce it."),
    corpusActivationId: z.string().max(100).optional(),
    retrievalVersionId: z.string().max(100).optional(),
    waitForDocuments: z
      .boolean()
      .optional()
      .describe(
        "Starts the engine when the documents that are still being read are READY or FAILED, after an hour at the latest.",
      ),
    reuse: z.boolean().optional().describe("Reuses an earlier verdict if nothing that it depends on has changed."),
    name: z.string().trim().min(1).max(TEXT_LIMITS.runName).optional(),
    period: startPeriod
      .nullish()
      .describe("The time that the run is about, at most 36 months; without it evidence is judged as of the start."),
    continueRunId: z
      .string()
      .max(100)
      .optional()
      .describe(
        "A FAILED run to finish: with its pins and period, what was assessed is taken over and the rest asked for.",
      ),
  })
  .superRefine((body, context) => {
    if (body.continueRunId === undefined) return;
    for (const name of PINNED_BY_RUN)
      if (body[name] !== undefined)
        context.addIssue({ code: "custom", path: [name], message: "must not be given together with continueRunId" });
  });
export type StartRunBody = z.infer<typeof startRunBody>;

export const startRunQuery = z.strictObject({
  dryRun: z.enum(["true", "false"]).optional().describe("`true`: says what the run would cost, and starts none."),
});

export const runEstimate = z
  .strictObject({
    requirements: count.describe("That the run would assess."),
    calls: count.describe("Of a model that is asked over a network; 0 for the engine that runs in the service."),
    tokensIn: count,
    tokensOut: count,
    costUsd: z.number().nonnegative().nullable().describe("Null where the price of the model is not known."),
  })
  .describe("What a run would need of its model, about.");
export type RunEstimate = z.infer<typeof runEstimate>;
export const estimateRunReply = z.strictObject({ estimate: runEstimate });

export const cancelRunBody = z.strictObject({ reason: z.string().trim().min(1).max(TEXT_LIMITS.cancelReason) });
export type CancelRunBody = z.infer<typeof cancelRunBody>;

export const run = z.strictObject({
  id,
  tenantId: id,
  packId: id,
  name: z.string().nullable().describe("The name that its starter gave it."),
  period: period.nullable().describe("The time that the run is about; null for one that judges as of its start."),
  startedBy: z.string().describe("A user's id, `api-key:<id>` or `system`."),
  startedByName: z
    .string()
    .nullable()
    .describe(
      "The user's e-mail or the key's name; null for a person who is not a member of the tenant, or is stored otherwise than was recorded. Nothing compares a key's name.",
    ),
  status: runStatus,
  snapshotStatus: snapshotStatus,
  totalRequirements: count,
  assessedCount: count,
  completeCount: count,
  partialCount: count,
  missingCount: count.describe("By status, with those that were not judged."),
  notJudgedCount: count.describe(
    "Of `missingCount` the requirements for which no model gave a usable answer: a person judges them.",
  ),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  failedAt: timestamp.nullable(),
  failureReason: z.string().nullable(),
  continuedFromRunId: id.nullable().describe("The FAILED run that this one finishes."),
  documentsPending: count
    .nullable()
    .describe("Documents that were still being read when the run was created; null where that is not known."),
  snapshotCriteriaVersionId: id,
  snapshotCorpusActivationId: id,
  snapshotRetrievalVersionId: id,
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  rootSpanId: z.string().regex(/^[0-9a-f]{16}$/),
  exceptionCount: count
    .nullable()
    .describe("Exceptions that were active when the run started; null where no record of its end says how many."),
  signedAs: signOffRole
    .nullable()
    .describe(
      "The last role whose signature is; null for a run that is not signed, and while one of its acts is damaged.",
    ),
  checkedAgainst: checkedAgainst
    .nullable()
    .describe(
      "What results of an ended run are compared with at each read: its snapshot; digests that the audit log recorded at its end (it is not sealed); nothing, as an earlier release made it. Null while active.",
    ),
});
export type Run = z.infer<typeof run>;

export const AWAITED_DOCUMENTS_SHOWN = 100;
export const awaitedDocument = z
  .strictObject({
    documentId: id,
    originalFilename: z.string(),
    status: documentStatus,
    recognition: recognition.nullable(),
  })
  .describe("A document that a run waits for.");
export type AwaitedDocument = z.infer<typeof awaitedDocument>;

export const runWaiting = z
  .strictObject({
    part: z.string().describe("`files`, `disk`, `database`, `model:<name>`, or `documents`."),
    reason: waitingReason,
    until: timestamp.describe("When the run asks again; with DOCUMENTS, when it starts without what is not READY."),
    documentCount: count.describe("With DOCUMENTS: how many are still being read; otherwise 0."),
    documents: z.array(awaitedDocument).describe(`The first ${AWAITED_DOCUMENTS_SHOWN} of them, the oldest first.`),
  })
  .nullable()
  .describe("What the run waits for; null while a part of it is under way.");
export type RunWaiting = z.infer<typeof runWaiting>;

export const runDetails = run.extend({ waiting: runWaiting });
export type RunDetails = z.infer<typeof runDetails>;

export const startedRun = run.pick({
  id: true,
  tenantId: true,
  packId: true,
  status: true,
  snapshotStatus: true,
  createdAt: true,
  documentsPending: true,
});
export const cancelRunReply = z.strictObject({ run });
export const startRunReply = z.strictObject({ run: startedRun });
export const runListQuery = pageQuery.extend({
  status: runStatus.optional(),
  packId: z.string().max(100).optional(),
  source: sourceName.optional().describe("Runs that pin a manifest of this source."),
  startedBy: z
    .string()
    .max(100)
    .optional()
    .describe("The `startedBy` of a run: a user's id or `api-key:` and the key's."),
  from: calendarDate.optional().describe("Created on this day (UTC) or later."),
  to: calendarDate.optional().describe("Created on this day (UTC) or before."),
});
export type RunListQuery = z.infer<typeof runListQuery>;
export const runListReply = z.strictObject({ runs: z.array(run), nextCursor });
export const runOrDamageListReply = runListReply.extend({ runs: z.array(z.union([run, damagedResult])) });

const refs = z.record(z.string(), z.unknown()).nullable();
export const runStep = z.strictObject({
  runId: id,
  stepName: runStepName,
  stepIndex: z
    .int()
    .min(0)
    .max(RUN_STEPS.length - 1),
  status: runStepStatus,
  startedAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  spanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .nullable(),
  inputRefs: refs,
  outputRefs: refs,
  errorDetails: refs,
});
export type RunStep = z.infer<typeof runStep>;
export const runStepsReply = z.strictObject({ steps: z.array(runStep), nextCursor });

export const runDocument = z
  .strictObject({
    documentId: id,
    originalFilename: z.string(),
    fileType: fileType.nullable(),
    sha256Hash: sha256,
    sizeBytes: count.nullable(),
    category: z.string().nullable(),
    effectiveDate: calendarDate.nullable(),
    expiresAt: calendarDate.nullable(),
    evidenceKind: evidenceKind.nullable(),
    coverage: coverage.nullable(),
    judged: z.boolean().describe("Whether it was part of the evidence; `reason` says why not."),
    reason: runDocumentReason.nullable(),
    places: z.array(documentPlace).describe("Where it stood, and as which version."),
    citedByCount: count.describe("How many requirements of the run cite it."),
    deleted: z.boolean().describe("Whether it has been deleted since then."),
  })
  .describe("A document as it was when the run started. Values that earlier releases did not keep are null.");
export type RunDocument = z.infer<typeof runDocument>;
export const runDocumentListQuery = pageQuery.extend({
  judged: z.enum(["true", "false"]).optional(),
  cited: z.enum(["true", "false"]).optional().describe("Whether a requirement of the run cites it."),
  evidenceKind: evidenceKind.optional(),
  documentId: z.string().max(100).optional(),
  q: z.string().max(200).optional().describe("Part of the file name, in any case."),
});
export type RunDocumentListQuery = z.infer<typeof runDocumentListQuery>;
export const runDocumentListReply = z.strictObject({
  documents: z.array(runDocument),
  judgedCount: count.describe("Of the whole run, like `leftOutCount`."),
  leftOutCount: count,
  nextCursor,
});
export const runDocumentOrDamageListReply = runDocumentListReply.extend({
  documents: z.array(z.union([runDocument, damagedResult])),
});

export const citation = z.strictObject({
  documentId: id,
  chunkId: id,
  text: z.string().min(1).describe("The words of the document, as they are in the chunk."),
  pageNumber: z.int().positive().nullable(),
});
export type Citation = z.infer<typeof citation>;

export const setAsideQuote = citation
  .extend({ meaning: z.array(checkedPair) })
  .describe("A quote of the assessor's whose words stand in the document, but are about something else: no citation.");
export type SetAsideQuote = z.infer<typeof setAsideQuote>;

export const ASSESSMENT_FLAGS = [
  "INSTRUCTION_LIKE_EVIDENCE",
  "HIDDEN_TEXT_EVIDENCE",
  "STRUCK_TEXT_EVIDENCE",
  "QUOTED_HISTORY_EVIDENCE",
  "EXPIRED_EVIDENCE",
  "UNVERIFIED_QUOTES_DROPPED",
  "OUT_OF_PERIOD",
  "DESIGN_ONLY",
  "CADENCE_GAP",
  "CONTRADICTED",
  "WEAK_SUPPORT",
  "COVERED_BY_EXCEPTION",
  "NOT_JUDGED",
  "NOT_CHECKED_FOR_MEANING",
] as const;
export type AssessmentFlag = (typeof ASSESSMENT_FLAGS)[number];
export const assessmentFlag = openSet(ASSESSMENT_FLAGS);

export const assessment = z.strictObject({
  id,
  runId: id,
  requirementId: z.string(),
  status: assessmentStatus,
  confidence: z.number().min(0).max(1).describe("From 0 to 1."),
  citations: z.array(citation),
  reasoning: z.string(),
  flags: z.array(assessmentFlag).optional(),
  parts: z.array(judgedPart).optional(),
  citationNotes: z.array(citationNote).optional(),
  setAside: z.array(setAsideQuote).optional(),
  occurrences: occurrences.optional(),
  unreadDocuments: z
    .array(unreadDocument)
    .optional()
    .describe(
      "Of a verdict below COMPLETE: documents that it cites or that are likely to matter, and were not fully read.",
    ),
  reusedFromRunId: id.optional(),
});
export type Assessment = z.infer<typeof assessment>;
export const assessmentListQuery = optionalPageQuery.extend({ status: assessmentStatus.optional() });

export const assessmentListReply = z.strictObject({ assessments: z.array(assessment), nextCursor });
export const assessmentOrDamageListReply = assessmentListReply.extend({
  assessments: z.array(z.union([assessment, damagedResult])),
});

export const frozenTask = z
  .strictObject({
    id,
    runId: id,
    requirementId: z.string(),
    title: z.string(),
    description: z.string(),
    status: taskStatus,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .describe("A task as snapshots and exports hold it: as the run made it.");
export type FrozenTask = z.infer<typeof frozenTask>;
export const task = frozenTask.extend({
  assigneeId: z.uuid().nullable(),
  assigneeName: z.string().nullable(),
  dueDate: calendarDate.nullable(),
  reviewId: id.nullable().describe("The review that sent the requirement back, if its verdict had made no task."),
  exceptionId: id
    .nullable()
    .describe("The exception that covers the requirement now. While it is active, the task does not count as open."),
});
export type Task = z.infer<typeof task>;
export const taskListQuery = pageQuery.extend({
  status: taskStatus.optional(),
  runId: z.string().max(100).optional(),
  assigneeId: z.string().max(100).optional().describe("`none`: tasks of nobody; `me`: those of the caller."),
  open: z.enum(["true"]).optional().describe("Not completed, and no active exception covers the requirement."),
  overdue: z.enum(["true"]).optional().describe("Not completed, `dueDate` has passed, and no exception covers it now."),
});
export type TaskListQuery = z.infer<typeof taskListQuery>;
export const taskListReply = z.strictObject({ tasks: z.array(task), nextCursor });
export const taskOrDamageListReply = taskListReply.extend({ tasks: z.array(z.union([task, damagedResult])) });
export const patchTaskBody = z
  .strictObject({
    status: taskStatus.optional(),
    assigneeId: z.string().max(100).nullable().optional().describe("An active member; null removes the assignee."),
    dueDate: calendarDate.nullable().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ["status"],
    message: "must be given, or assigneeId, or dueDate",
  });
export type PatchTaskBody = z.infer<typeof patchTaskBody>;
export const taskReply = z.strictObject({ task });

export const exportRecord = z.strictObject({
  id,
  runId: id,
  format: exportFormat,
  filename: z.string(),
  sizeBytes: count,
  sha256Hash: sha256,
  createdAt: timestamp,
});
export type ExportRecord = z.infer<typeof exportRecord>;
export const exportListReply = z.strictObject({ exports: z.array(exportRecord), nextCursor });

export const runReportQuery = z.strictObject({ format: reportFormat });

export const runPackageQuery = z.strictObject({
  originals: z.literal("cited").optional().describe("Also the cited originals."),
});

export const runPackageContents = z
  .strictObject({
    filename: z.string(),
    sizeBytes: z.int().nonnegative().describe("Of the whole ZIP."),
    hash: sha256.describe(
      "The SHA-256 of `manifest.json` followed by `manifest.sig`, which is the ETag of the package.",
    ),
    asOf: timestamp.describe("When the last audit entry was recorded that it holds."),
    files: z
      .array(z.strictObject({ name: z.string(), size: z.int().nonnegative(), sha256 }))
      .describe("In the order of their names."),
    leftOut: z
      .array(z.strictObject({ what: z.string(), why: z.string() }))
      .describe("What it cannot hold, such as the passages of documents that were deleted."),
  })
  .describe("What the package of a run holds.");
export type RunPackageContents = z.infer<typeof runPackageContents>;
export type RunReportQuery = z.infer<typeof runReportQuery>;

export const runConfiguration = z.strictObject({
  snapshotCriteriaVersionId: id,
  snapshotCorpusActivationId: id,
  snapshotRetrievalVersionId: id,
  embedder: z.strictObject({ model: z.string(), dimensions: z.int() }),
  assessor: z.strictObject({ model: z.string(), promptVersion: z.string() }),
  similarityThreshold: z.number(),
  /** Absent in runs of versions without one. */
  lexicalWeight: z.number().optional(),
  /** How words are read; absent in runs of versions that read all as English ones. */
  lexicon: z.int().optional(),
  chunksPerRequirement: z.int(),
  confidenceThresholds: z.strictObject({ complete: z.number(), partial: z.number() }),
  evidenceRules,
  /** Absent in runs whose citations were not checked for meaning. */
  meaning: meaningCheck.optional(),
  /** Below it a citation that was read from an image is weak. Absent in runs without such evidence. */
  ocrCertaintyMin: z.number().optional(),
  /** Absent in runs that started when no source had been synced. */
  manifests: z.array(pinnedManifest).optional(),
  egress: runDestinations.optional(),
  period: period.nullable(),
});
export type RunConfiguration = z.infer<typeof runConfiguration>;
export const runConfigurationReply = z.strictObject({ configuration: runConfiguration });

export const runProgress = z
  .strictObject({
    run: runDetails,
    steps: z.array(runStep.pick({ stepName: true, stepIndex: true, status: true })),
  })
  .describe("`data:` of each server-sent event; `event:` is `progress`, then once `end`.");
export type RunProgress = z.infer<typeof runProgress>;

export const runDiffQuery = z.strictObject({ against: z.string().min(1).max(100) });
const verdict = z
  .strictObject({
    status: assessmentStatus,
    confidence: z.number(),
    flags: z.array(assessmentFlag).optional(),
    occurrences: occurrences.omit({ facts: true }).optional(),
  })
  .nullable();
export const runDiffReply = z.strictObject({
  runId: id,
  against: id,
  pins: z.array(z.strictObject({ pin: z.enum(["criteria", "corpus", "retrieval"]), before: id, after: id })),
  documents: z.strictObject({
    added: z.array(z.strictObject({ id, originalFilename: z.string() })),
    removed: z.array(z.strictObject({ id, originalFilename: z.string() })),
  }),
  requirements: z.array(
    z.strictObject({
      requirementId: z.string(),
      change: z.enum(["ADDED", "REMOVED", "STATUS", "CONFIDENCE", "OCCURRENCES"]),
      before: verdict,
      after: verdict,
      citedOnlyBefore: z.array(id).describe("Documents cited on one side only."),
      citedOnlyAfter: z.array(id),
    }),
  ),
});
export type RunDiff = z.infer<typeof runDiffReply>;

export const replayData = z.strictObject({
  assessments: z.array(assessment),
  tasks: z.array(frozenTask),
  exports: z.array(exportRecord),
});
export const replayReply = z
  .discriminatedUnion("source", [
    z.strictObject({ source: z.literal("snapshot"), data: replayData }),
    z.strictObject({ source: z.literal("live"), warning: z.string(), data: replayData }),
  ])
  .describe("Stored results, never new ones from a model: of the snapshot, or live ones with a warning.");
export type Replay = z.infer<typeof replayReply>;

export const importRunBody = z
  .strictObject({
    packId: z.string().max(100).optional(),
    startedAt: timestamp,
    completedAt: timestamp,
    assessments: z
      .array(
        z.strictObject({
          requirementId: z.string().max(100),
          status: assessmentStatus.optional().describe("If omitted, it follows from the confidence."),
          confidence: z.number().min(0).max(1),
          citations: z.array(citation).max(50).default([]),
          reasoning: z.string().max(20_000),
        }),
      )
      .min(1)
      .max(5000),
    tasks: z
      .array(
        z.strictObject({
          requirementId: z.string().max(100),
          title: z.string().min(1).max(300),
          description: z.string().max(20_000),
          status: taskStatus.default("PENDING"),
        }),
      )
      .max(5000)
      .default([]),
  })
  .refine(({ startedAt, completedAt }) => startedAt <= completedAt, {
    path: ["completedAt"],
    message: "must not be before startedAt",
  })
  .describe("A finished run of an earlier system; the service creates all ids.");
export type ImportRunBody = z.infer<typeof importRunBody>;
export const importRunReply = z.strictObject({ run });
