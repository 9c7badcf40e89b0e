import type { Assessment, Review, ReviewBody, ReviewChanges, ReviewQueueItem } from "@assay/contract";
import {
  assessmentListReply,
  confirmReviewsBody,
  confirmReviewsReply,
  personListReply,
  reviewBody,
  reviewChangesReply,
  reviewListReply,
  reviewQueueReply,
  reviewReply,
  runListReply,
} from "@assay/contract";
import type { Page, Route } from "playwright-core";
import type { SiteTest } from "../../../../../packages/site/test/browser/open-site.ts";

const EARLIER_RUN = "01900000-0000-7000-8000-000000000001";
const REVIEWER = "00000000-0000-4000-8000-00000000000a";
const INVITER = "01900000-0000-7000-8000-0000000000ad";
export const COLLEAGUE = "00000000-0000-4000-8000-00000000000b";

/** What a previous run left behind, by requirement. */
interface Past {
  /** Agreed, and nothing has changed. */
  readonly unchanged?: readonly string[];
  readonly changed?: Readonly<Record<string, ReviewChanges["changes"]>>;
}

export interface DoubledReviews {
  readonly runId: string;
  /** What the page sent, in order. */
  readonly sent: ReviewBody[];
  readonly confirmed: string[][];
  sign(): void;
}

interface DoubleOptions extends Past {
  readonly risks?: Readonly<Record<string, ReviewQueueItem["risk"]>>;
  readonly closed?: boolean;
}

const RISKS = ["NOT_JUDGED", "WEAK_COMPLETE", "FLAGGED", "CHANGED", "NONE"] as const;

/** The reviews of the demo's run, kept in memory: each page has its own, with a past that takes two runs to make. */
export async function doubleReviews(
  page: Page,
  portal: SiteTest,
  options: DoubleOptions = {},
): Promise<DoubledReviews> {
  const { runs } = await portal.client().get("/api/runs", runListReply);
  const runId = runs[0]!.id;
  const { assessments } = await portal.client().get(`/api/runs/${runId}/assessments`, assessmentListReply);
  const made: Review[] = [];
  const sent: ReviewBody[] = [];
  const confirmed: string[][] = [];
  let closed = options.closed ?? false;

  const past = (id: string): Review => ({
    ...emptyReview(EARLIER_RUN, assessments.find(({ requirementId }) => requirementId === id)!, 1),
    reviewerName: "ines@example.com",
    createdAt: "2026-03-02T10:00:00.000Z",
  });
  const earlierOf = (id: string): ReviewQueueItem["earlier"] => {
    const unchanged = options.unchanged?.includes(id) ?? false;
    return unchanged || options.changed?.[id] ? { runId: EARLIER_RUN, review: past(id), unchanged } : null;
  };
  const items = (): ReviewQueueItem[] =>
    assessments
      .map((assessment) => ({
        requirementId: assessment.requirementId,
        status: assessment.status,
        flags: assessment.flags ?? [],
        risk: options.risks?.[assessment.requirementId] ?? "NONE",
        review: made.findLast(({ requirementId }) => requirementId === assessment.requirementId) ?? null,
        earlier: earlierOf(assessment.requirementId),
      }))
      .sort((a, b) => RISKS.indexOf(a.risk as "NONE") - RISKS.indexOf(b.risk as "NONE"));
  const add = (body: Partial<Review> & { requirementId: string }) => {
    const assessment = assessments.find(({ requirementId }) => requirementId === body.requirementId)!;
    const review = { ...emptyReview(runId, assessment, made.length + 1), ...body };
    made.push(review);
    return review;
  };

  await page.route(`**/api/runs/${runId}/review-queue`, (route) =>
    route.fulfill({ json: reviewQueueReply.parse({ items: items(), counts: NO_COUNTS, damaged: [], closed }) }),
  );
  await page.route(`**/api/runs/${runId}/reviews/confirm`, (route) => {
    const { requirementIds } = confirmReviewsBody.parse(route.request().postDataJSON());
    confirmed.push(requirementIds);
    for (const requirementId of requirementIds) add({ requirementId, confirmsReviewId: past(requirementId).id });
    return route.fulfill({ status: 201, json: confirmReviewsReply.parse({ confirmedCount: requirementIds.length }) });
  });
  await page.route(
    (url) => url.pathname === `/api/runs/${runId}/reviews`,
    (route) => {
      if (route.request().method() === "GET") return listOf(route, made);
      const { durationMs, assigneeId, dueDate, ...said } = reviewBody.parse(route.request().postDataJSON());
      sent.push({ durationMs, assigneeId, dueDate, ...said });
      if (closed) return route.fulfill({ status: 409, json: SIGNED });
      const cited = assessments.find(({ requirementId }) => requirementId === said.requirementId)!.citations;
      const openedCount = cited.filter(({ chunkId }) => said.openedChunkIds.includes(chunkId)).length;
      const { status = null, reasonCode = null, reason = null } = said;
      const review = add({ ...said, status, reasonCode, reason, openedCount, durationMs: durationMs ?? null });
      return route.fulfill({ status: 201, json: reviewReply.parse({ review }) });
    },
  );
  await page.route(`**/api/runs/${runId}/requirements/*/changes`, (route) => {
    const id = decodeURIComponent(/requirements\/([^/]+)\/changes/.exec(route.request().url())![1]!);
    const changes = options.changed?.[id] ?? [];
    return route.fulfill({ json: reviewChangesReply.parse({ earlierRunId: EARLIER_RUN, changes }) });
  });
  await page.route("**/api/people?**", (route) =>
    route.fulfill({
      json: personListReply.parse({
        people: [{ userId: COLLEAGUE, email: "ines@example.com", role: "MEMBER", mayReview: true }],
        nextCursor: null,
      }),
    }),
  );
  return {
    runId,
    sent,
    confirmed,
    sign: () => {
      closed = true;
    },
  };
}

function listOf(route: Route, made: readonly Review[]) {
  const asked = new URL(route.request().url()).searchParams.get("requirementId");
  const reviews = made.filter(({ requirementId }) => requirementId === asked).toReversed();
  return route.fulfill({ json: reviewListReply.parse({ reviews, nextCursor: null }) });
}

function emptyReview(runId: string, { requirementId, citations }: Assessment, sequence: number): Review {
  return {
    id: `01900000-0000-7000-9000-${String(sequence).padStart(12, "0")}`,
    runId,
    requirementId,
    sequence,
    decision: "AGREED",
    status: null,
    reasonCode: null,
    reason: null,
    reasonHash: null,
    redactedAt: null,
    redactedBy: null,
    reviewerId: REVIEWER,
    reviewerName: "mira@example.com",
    reviewerRole: "MEMBER",
    addressProof: "NONE",
    invitedBy: INVITER,
    openedChunkIds: [],
    rejectedCitations: [],
    citedCount: citations.length,
    openedCount: 0,
    durationMs: 9000,
    confirmsReviewId: null,
    createdAt: "2026-06-01T09:00:00.000Z",
  };
}

/** Counted by the page itself, from the items. */
const NO_COUNTS = {
  total: 0,
  reviewed: 0,
  agreed: 0,
  changed: 0,
  sentBack: 0,
  confirmable: 0,
  citedPassages: 0,
  openedPassages: 0,
};

const SIGNED = {
  error: "IMMUTABLE_RESOURCE",
  message: "The run is signed",
  requestId: "request-of-the-test",
};
