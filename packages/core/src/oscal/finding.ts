import type { Assessment, Review } from "@assay/contract";
import { isNotJudged } from "../assessments/not-judged.ts";
import type { KeptRequirement } from "../packs/bindings.ts";
import { listed, prop, textProp, toLine } from "./oscal-text.ts";
import type { UuidOf } from "./uuid-of.ts";

/** What a finding is made of, next to its verdict. */
interface FindingParts {
  readonly token: string;
  readonly requirement: Pick<KeptRequirement, "title"> | undefined;
  readonly reviews: readonly Review[];
  readonly exceptionIds: readonly string[];
  readonly observationUuids: readonly string[];
  readonly riskUuids: readonly string[];
}

/** A verdict: COMPLETE is satisfied, all else is not; the status is a property. */
export async function toFinding(assessment: Assessment, parts: FindingParts, uuidOf: UuidOf) {
  const { requirementId, status, confidence, flags = [], reusedFromRunId } = assessment;
  return {
    uuid: await uuidOf(`finding/${requirementId}`),
    title: toLine(parts.requirement?.title ?? requirementId),
    description: assessment.reasoning,
    props: [
      ...prop("requirement-id", requirementId),
      ...prop("assessment-id", assessment.id),
      ...prop("status", status),
      ...prop("confidence", confidence),
      ...flags.flatMap((flag) => prop("flag", flag)),
      ...prop("inherited-from-run", reusedFromRunId),
      ...parts.exceptionIds.flatMap((id) => prop("exception-id", id)),
      ...parts.reviews.flatMap(reviewProps),
    ],
    target: {
      type: "objective-id",
      "target-id": parts.token,
      status: {
        state: status === "COMPLETE" ? "satisfied" : "not-satisfied",
        reason: reasonOf(assessment),
        remarks: describeStatus(assessment),
      },
    },
    ...listed(
      "related-observations",
      parts.observationUuids.map((uuid) => ({ "observation-uuid": uuid })),
    ),
    ...listed(
      "related-risks",
      parts.riskUuids.map((uuid) => ({ "risk-uuid": uuid })),
    ),
  };
}

function reasonOf({ status, flags = [] }: Assessment): "pass" | "fail" | "other" {
  if (status === "COMPLETE") return "pass";
  return status === "FAILED" || isNotJudged({ flags }) ? "other" : "fail";
}

function describeStatus({ status, flags = [] }: Assessment): string {
  if (isNotJudged({ flags })) return "Not judged: the assessor gave no usable answer, so a person must judge.";
  switch (status) {
    case "COMPLETE":
      return "The evidence meets the requirement.";
    case "PARTIAL":
      return "The evidence meets a part of the requirement.";
    case "MISSING":
      return "No evidence that meets the requirement was found.";
    case "FAILED":
      return "The requirement could not be assessed.";
    default:
      throw new TypeError(`Cannot describe the status ${String(status satisfies never)}`);
  }
}

/** The properties of a review have a group of their own. */
function reviewProps(review: Review) {
  const group = `review-${review.sequence}`;
  return [
    ...prop("review-id", review.id, group),
    ...prop("review-sequence", review.sequence, group),
    ...prop("review-decision", review.decision, group),
    ...prop("review-status", review.status, group),
    ...prop("review-reason-code", review.reasonCode, group),
    ...textProp("review-reason", review.reason, group),
    ...prop("review-reason-sha256", review.reasonHash, group),
    ...prop("review-redacted-at", review.redactedAt, group),
    ...prop("reviewer-id", review.reviewerId, group),
    ...prop("reviewer-role", review.reviewerRole, group),
    ...prop("reviewed-at", review.createdAt, group),
    ...prop("review-cited-count", review.citedCount, group),
    ...prop("review-opened-count", review.openedCount, group),
    ...prop("review-rejected-citations", review.rejectedCitations.join(" "), group),
    ...prop("review-confirms", review.confirmsReviewId, group),
  ];
}
