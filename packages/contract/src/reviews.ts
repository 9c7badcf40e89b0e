import { z } from "zod";
import { damagedResult } from "./damaged-result.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { calendarDate, id, sha256, timestamp, writtenText } from "./primitives.ts";
import { assessmentFlag } from "./runs.ts";
import { assessmentStatus, reviewChange, reviewDecision, reviewReasonCode, reviewRisk, role } from "./sets.ts";
import { ADDRESS_PROOFS } from "./statuses.ts";

const count = z.int().nonnegative();

export const REVIEW_REASON_LENGTH_MAX = 4000;
export const OPENED_CHUNKS_MAX = 200;
export const REJECTED_CITATIONS_MAX = 200;
/** A day: nobody looks at one verdict for longer without a break. */
export const REVIEW_DURATION_MAX_MS = 86_400_000;
/** Decisions that took less are counted apart. */
export const QUICK_REVIEW_MS = 5000;

/** What a review may say of a verdict: never FAILED, which is no judgement. */
export const REVIEWED_STATUSES = ["COMPLETE", "PARTIAL", "MISSING"] as const;
export const reviewedStatus = z.enum(REVIEWED_STATUSES);

const required = (path: string, decision: string) => ({ path: [path], message: `must be given for ${decision}` });

export const reviewBody = z
  .strictObject({
    requirementId: z.string().min(1).max(100),
    decision: reviewDecision,
    status: reviewedStatus.optional().describe("The status that the reviewer finds right; for CHANGED alone."),
    reasonCode: reviewReasonCode.optional(),
    reason: writtenText(REVIEW_REASON_LENGTH_MAX).optional(),
    openedChunkIds: z
      .array(z.string().max(100))
      .max(OPENED_CHUNKS_MAX)
      .describe("The passages that the reviewer opened, reported by the client; empty where none was."),
    rejectedCitations: z
      .array(z.int().nonnegative().max(9999))
      .max(REJECTED_CITATIONS_MAX)
      .optional()
      .describe("The citations of the verdict that do not prove it, by their index; for CHANGED alone."),
    durationMs: z
      .int()
      .min(0)
      .max(REVIEW_DURATION_MAX_MS)
      .optional()
      .describe(
        "How long the verdict was in view, reported by the client. Never taken for more than the time since the reviewer's last decision.",
      ),
    assigneeId: z.string().max(100).optional().describe("Who gets the task; for SENT_BACK alone."),
    dueDate: calendarDate.optional().describe("For SENT_BACK alone."),
  })
  .refine(({ decision, status }) => decision !== "CHANGED" || status !== undefined, required("status", "CHANGED"))
  .refine(
    ({ decision, reasonCode }) => decision !== "CHANGED" || reasonCode !== undefined,
    required("reasonCode", "CHANGED"),
  )
  .refine(({ decision, reason }) => decision !== "CHANGED" || reason !== undefined, required("reason", "CHANGED"))
  .refine(({ decision, status }) => decision === "CHANGED" || status === undefined, {
    path: ["status"],
    message: "must be given for CHANGED alone",
  })
  .refine(({ decision, rejectedCitations = [] }) => decision === "CHANGED" || rejectedCitations.length === 0, {
    path: ["rejectedCitations"],
    message: "must be given for CHANGED alone",
  })
  .refine(({ decision, assigneeId }) => decision === "SENT_BACK" || assigneeId === undefined, {
    path: ["assigneeId"],
    message: "must be given for SENT_BACK alone",
  })
  .refine(({ decision, dueDate }) => decision === "SENT_BACK" || dueDate === undefined, {
    path: ["dueDate"],
    message: "must be given for SENT_BACK alone",
  });
export type ReviewBody = z.infer<typeof reviewBody>;

export const review = z
  .strictObject({
    id,
    runId: id,
    requirementId: z.string(),
    sequence: z.int().positive().describe("From 1 within the run. The highest one of a requirement counts."),
    decision: reviewDecision,
    status: assessmentStatus.nullable().describe("The status that the reviewer finds right; null unless CHANGED."),
    reasonCode: reviewReasonCode.nullable(),
    reason: z.string().nullable().describe("Null where none was given, and after its redaction."),
    reasonHash: sha256.nullable().describe("SHA-256 of the reason, also after its redaction."),
    redactedAt: timestamp.nullable(),
    redactedBy: z.uuid().nullable(),
    reviewerId: z.uuid(),
    reviewerName: z.string().describe("The e-mail at the time."),
    reviewerRole: role.describe("The role at the time."),
    addressProof: z
      .enum(ADDRESS_PROOFS)
      .optional()
      .describe(
        "In lists: by what the tenant knew that the reviewer reads that address; NONE is UNPROVED. Absent where nobody says.",
      ),
    invitedBy: z.uuid().optional().describe("Who handed over the link, where the address is not proved."),
    openedChunkIds: z.array(id).describe("Reported by the client."),
    citedCount: count.describe("How many passages the verdict cites."),
    openedCount: count.describe("How many of them the reviewer opened, reported by the client."),
    rejectedCitations: z
      .array(count)
      .describe("The citations that the reviewer rejects, by their index in the verdict, in order."),
    durationMs: count.nullable().describe("How long the verdict was in view, reported by the client."),
    confirmsReviewId: id.nullable().describe("The review of a previous run that it confirms, as nothing had changed."),
    createdAt: timestamp,
  })
  .describe("What a person says of a verdict. It is next to the verdict, which never changes.");
export type Review = z.infer<typeof review>;
export const reviewReply = z.strictObject({ review });
export const reviewListQuery = pageQuery.extend({
  requirementId: z.string().max(100).optional(),
  decision: reviewDecision.optional(),
});
export type ReviewListQuery = z.infer<typeof reviewListQuery>;
export const reviewListReply = z.strictObject({ reviews: z.array(review), nextCursor });
export const reviewOrDamageListReply = reviewListReply.extend({ reviews: z.array(z.union([review, damagedResult])) });

export const CONFIRMED_MAX = 2000;
export const confirmReviewsBody = z
  .strictObject({ requirementIds: z.array(z.string().min(1).max(100)).min(1).max(CONFIRMED_MAX) })
  .describe("Requirements that were AGREED in a previous run and have not changed since then.");
export type ConfirmReviewsBody = z.infer<typeof confirmReviewsBody>;
export const confirmReviewsReply = z.strictObject({ confirmedCount: count });

const earlierReview = z.strictObject({
  runId: id,
  review,
  unchanged: z.boolean().describe("Whether all that the review rested on is equal in this run."),
});

export const reviewQueueItem = z.strictObject({
  requirementId: z.string(),
  status: assessmentStatus,
  flags: z.array(assessmentFlag),
  risk: reviewRisk,
  review: review.nullable().describe("The review that counts."),
  earlier: earlierReview.nullable().describe("The review that counted in the last previous run that has one."),
});
export type ReviewQueueItem = z.infer<typeof reviewQueueItem>;

export const reviewCounts = z.strictObject({
  total: count,
  reviewed: count,
  agreed: count,
  changed: count,
  sentBack: count,
  confirmable: count.describe("Not reviewed yet, agreed in a previous run, and unchanged since then."),
  citedPassages: count.describe("Over the reviews that count: the passages that their verdicts cite."),
  openedPassages: count.describe("Those of them that a reviewer opened, reported by the client."),
});
export type ReviewCounts = z.infer<typeof reviewCounts>;

export const reviewQueueReply = z
  .strictObject({
    items: z.array(reviewQueueItem),
    counts: reviewCounts,
    damaged: z
      .array(damagedResult)
      .describe("Reviews that are stored otherwise than they were recorded, or are gone: none of them is in `items`."),
    closed: z.boolean(),
  })
  .describe(
    "Every requirement of the run, in the order of risk, then of the pack. `closed`: the run is signed, so nothing more can be reviewed.",
  );
export type ReviewQueue = z.infer<typeof reviewQueueReply>;

export const reviewChangesReply = z
  .strictObject({
    earlierRunId: id,
    changes: z.array(
      z.strictObject({
        change: reviewChange,
        before: z.string().nullable().describe("A name, a quote or a value; null where there was none."),
        after: z.string().nullable(),
      }),
    ),
  })
  .describe("What differs from the verdict that was reviewed in a previous run.");
export type ReviewChanges = z.infer<typeof reviewChangesReply>;

export const reviewerStatistics = z.strictObject({
  reviewerId: z.uuid(),
  reviewerName: z.string(),
  decisions: count,
  agreed: count,
  changed: count,
  sentBack: count,
  confirmed: count.describe("Confirmations of unchanged verdicts, which are in no other count."),
  quick: count.describe("Decisions that took under five seconds, reported by the client."),
  nothingOpened: count.describe(
    "Decisions on verdicts with citations of which none was opened, reported by the client.",
  ),
  medianDurationMs: count.nullable().describe("Reported by the client."),
  lastAt: timestamp,
});
export type ReviewerStatistics = z.infer<typeof reviewerStatistics>;
export const reviewerListQuery = z.strictObject({ from: timestamp.optional(), to: timestamp.optional() });
export type ReviewerListQuery = z.infer<typeof reviewerListQuery>;
export const DAMAGED_REVIEWS_MAX = 200;
export const reviewerListReply = z
  .strictObject({
    reviewers: z.array(reviewerStatistics),
    from: timestamp,
    to: timestamp,
    damaged: z
      .array(damagedResult)
      .describe(
        "The first 200 reviews that are in no count: those of the time that are stored otherwise than they were recorded, and all that the last daily check found damaged or gone.",
      ),
  })
  .describe("The 200 reviewers with the most decisions in the time, of the last 90 days unless it is given.");

export const redactionReply = z.strictObject({ redactedAt: timestamp, textHash: sha256 });
