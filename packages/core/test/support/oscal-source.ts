import type { Assessment, FixedException, FrozenTask, Review, SignOff } from "@assay/contract";
import type { OscalSource } from "../../src/oscal/index.ts";

const AT = "2026-11-02T08:00:00.000Z";
const id = (number: number) => `0190b2c4-0000-7000-8000-${String(number).padStart(12, "0")}`;
const SHA = "ab".repeat(32);
export const RUN_ID = id(1);

const TEXT = "Access is reviewed\n  every *quarter*.";

function assessment(number: number, requirementId: string, more: Partial<Assessment>): Assessment {
  return {
    ...{ id: id(100 + number), runId: RUN_ID, requirementId, status: "COMPLETE", confidence: 0.9, citations: [] },
    ...{ reasoning: "Because\nit says so.", ...more },
  };
}

const cited = (number: number) => ({ documentId: id(50), chunkId: id(60 + number), text: TEXT, pageNumber: 3 });

export const ASSESSMENTS: readonly Assessment[] = [
  assessment(1, "AC-1", { citations: [cited(1), cited(2)] }),
  assessment(2, "2.1.a", { status: "PARTIAL", confidence: 0.5, citations: [cited(1)], flags: ["EXPIRED_EVIDENCE"] }),
  assessment(3, "(b)", { status: "MISSING", confidence: 0.1, reusedFromRunId: id(2) }),
  assessment(4, "-c", { status: "MISSING", confidence: 0, flags: ["NOT_JUDGED"] }),
];

export const REVIEW: Review = {
  ...{ id: id(70), runId: RUN_ID, requirementId: "2.1.a", sequence: 1, decision: "CHANGED", status: "COMPLETE" },
  ...{ reasonCode: "MISREAD", reason: " It is\n\nall there. ", reasonHash: SHA, redactedAt: null, redactedBy: null },
  ...{ reviewerId: id(80), reviewerName: "ana@example.test", reviewerRole: "MEMBER", openedChunkIds: [id(61)] },
  ...{ citedCount: 1, openedCount: 1, rejectedCitations: [0], durationMs: 9000, confirmsReviewId: null, createdAt: AT },
};

export const EXCEPTION: FixedException = {
  ...{
    id: id(71),
    requirementId: "(b)",
    kind: "COMPENSATING_CONTROL",
    scope: "two\nsites",
    reason: "No badge reader.",
  },
  ...{ compensatingControl: "A guard at the door", ownerId: id(81), proposedBy: id(80), approvedBy: id(82) },
  ...{ approvedAt: AT, validFrom: "2026-10-01", validUntil: "2027-02-28", documentId: null },
};

export const SIGN_OFF: SignOff = {
  ...{ id: id(72), runId: RUN_ID, sequence: 1, act: "SIGNED", role: "PREPARED", statement: "I prepared it." },
  ...{ signerId: id(80), signerName: "ana@example.test", signerRole: "MEMBER", standing: true, withdrawnById: null },
  ...{ nameSalt: null, valid: true, payload: "{}", signature: "c2ln", keyId: "kid", createdAt: AT },
};

export const TASK: FrozenTask = {
  ...{ id: id(73), runId: RUN_ID, requirementId: "2.1.a", title: "Show the rest", description: "Upload\nthe log." },
  ...{ status: "PENDING", createdAt: AT, updatedAt: AT },
};

/** A run with each status, a review, an exception and a signature. */
export function oscalSource(more: Partial<OscalSource> = {}): OscalSource {
  return {
    run: { id: RUN_ID, tenantId: id(3), packId: id(4), startedAt: AT, completedAt: AT },
    packName: "Access\n2026",
    configuration: {
      ...{ snapshotCriteriaVersionId: id(5), snapshotCorpusActivationId: id(6), snapshotRetrievalVersionId: id(7) },
      period: { from: "2026-01-01", to: "2026-10-31" },
    },
    requirements: ASSESSMENTS.map(({ requirementId }, at) => ({
      ...{ id: id(200 + at), requirementId, criterionId: 1 + (at % 2), criterionTitle: "Access", subcheckLabel: null },
      title: `Requirement\n${requirementId}`,
    })),
    assessments: ASSESSMENTS,
    tasks: [TASK],
    documents: [
      {
        ...{
          documentId: id(50),
          originalFilename: "Zugriff, Regeln.PDF",
          sha256Hash: SHA,
          effectiveDate: "2025-01-01",
        },
        ...{ expiresAt: "2026-12-31", evidenceKind: "DESIGN", judged: true, reason: null },
      },
    ],
    snapshotHash: SHA,
    asOf: AT,
    people: { reviews: [REVIEW], signOffs: [SIGN_OFF], exceptions: [EXCEPTION] },
    ...more,
  };
}
