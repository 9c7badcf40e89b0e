import type { Review } from "@assay/contract";
import type { OscalSource, ToldException } from "./oscal-source.ts";
import { listed, prop, textProp } from "./oscal-text.ts";
import type { UuidOf } from "./uuid-of.ts";

/** An exception is an approved deviation until its last day. */
export async function exceptionRisk(exception: ToldException, uuidOf: UuidOf) {
  const { id, kind, compensatingControl, status } = exception;
  return {
    uuid: await uuidOf(`exception/${id}`),
    title: `Exception for ${exception.requirementId}: ${kind}`,
    description: exception.reason,
    statement: "The requirement is judged all the same: the exception says why its verdict is accepted.",
    props: [
      ...prop("exception-id", id),
      ...prop("requirement-id", exception.requirementId),
      ...prop("exception-kind", kind),
      ...prop("exception-status", status),
      ...textProp("exception-scope", exception.scope),
      ...prop("valid-from", exception.validFrom),
      ...prop("valid-until", exception.validUntil),
      ...prop("owner-id", exception.ownerId),
      ...prop("proposed-by", exception.proposedBy),
      ...prop("approved-by", exception.approvedBy),
      ...prop("approved-at", exception.approvedAt),
      ...prop("document-id", exception.documentId),
      ...prop("fixed-with-run", exception.fixedWithRun),
      ...prop("revoked-at", exception.revokedAt),
      ...textProp("revoke-reason", exception.revokeReason),
    ],
    status: deviationOf(status),
    ...listed(
      "mitigating-factors",
      compensatingControl === null
        ? []
        : [{ uuid: await uuidOf(`exception/${id}/compensating-control`), description: compensatingControl }],
    ),
    deadline: `${exception.validUntil}T23:59:59Z`,
  };
}

function deviationOf(status: ToldException["status"]): string {
  if (status === "PROPOSED") return "deviation-requested";
  return status === "REVOKED" || status === "EXPIRED" ? "closed" : "deviation-approved";
}

/** A review that does not agree, which counts: the newest of its requirement. */
export async function reviewRisk(review: Review, uuidOf: UuidOf) {
  const sentBack = review.decision === "SENT_BACK";
  return {
    uuid: await uuidOf(`review/${review.id}`),
    title: `${sentBack ? "Sent back" : "Verdict changed"} by a reviewer: ${review.requirementId}`,
    description: review.reason ?? (review.redactedAt === null ? "No reason was given." : "The reason is redacted."),
    statement: sentBack
      ? "A reviewer asks for better evidence. The finding is still the engine's."
      : `A reviewer finds ${review.status} right. The finding is still the engine's.`,
    props: [...prop("review-id", review.id), ...prop("requirement-id", review.requirementId)],
    status: sentBack ? "remediating" : "open",
  };
}

export async function inheritedRisk(fromRunId: string, uuidOf: UuidOf) {
  return {
    uuid: await uuidOf(`inherited/${fromRunId}`),
    title: "Answers reused from an earlier run",
    description: `The assessor was not asked again where its input was equal to that of run ${fromRunId}.`,
    statement:
      "What was reused is the assessor's answer alone: citations, evidence rules and thresholds were applied in this run.",
    props: prop("inherited-from-run", fromRunId),
    status: "open",
  };
}

export async function taskRisk(task: OscalSource["tasks"][number], uuidOf: UuidOf) {
  return {
    uuid: await uuidOf(`task/${task.id}`),
    title: `Not satisfied: ${task.requirementId}`,
    description: task.description,
    statement: `The evidence does not meet requirement ${task.requirementId}.`,
    props: [...prop("task-id", task.id), ...prop("requirement-id", task.requirementId)],
    status: { PENDING: "open", IN_PROGRESS: "remediating", COMPLETED: "closed" }[task.status],
  };
}
