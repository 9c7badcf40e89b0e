import type { Assessment, Review, SignOff } from "@assay/contract";
import type { ReportState } from "../../src/package/report/report-state.ts";

const id = (at: number) => `01980000-0000-7000-8000-${at.toString(16).padStart(12, "0")}`;
const hash = (at: number) => at.toString(16).padStart(64, "0");
const AT = "2026-11-27T10:00:00.000Z";

/** Words of several languages and directions, as evidence has them. */
export const QUOTES = [
  "Access rights are reviewed every quarter by the system owner.",
  "Τα δικαιώματα πρόσβασης ελέγχονται κάθε τρίμηνο από τον υπεύθυνο.",
  "Права доступа проверяются каждый квартал владельцем системы.",
  "アクセス権は四半期ごとにシステム管理者が確認する。",
  "访问权限由系统负责人每季度审查一次。",
  "تتم مراجعة حقوق الوصول كل ثلاثة أشهر من قبل مالك النظام.",
  "זכויות הגישה נבדקות מדי רבעון על ידי בעל המערכת.",
];

const STATUSES = ["COMPLETE", "PARTIAL", "MISSING"] as const;

/** The state of a run with so many requirements, ten a criterion; every seventh was not judged. */
export function makeReportState(requirementCount: number, overrides: Partial<ReportState> = {}): ReportState {
  const all = Array.from({ length: requirementCount }, (_, at) => at);
  const requirements = all.map((at) => ({
    ...{ id: id(at), requirementId: `${Math.floor(at / 10) + 1}.${(at % 10) + 1}`, subcheckLabel: null },
    ...{ criterionId: Math.floor(at / 10) + 1, criterionTitle: "Logical access" },
    title: "Access rights are reviewed at planned intervals and after each change of a person's role",
  }));
  const assessments = all.map((at): Assessment => {
    const quotes = at % 3 === 2 ? [] : [QUOTES[at % QUOTES.length]!, QUOTES[(at + 1) % QUOTES.length]!];
    return {
      ...{ id: id(at), runId: id(0), requirementId: requirements[at]!.requirementId },
      ...(at % 7 === 6
        ? { status: "MISSING", confidence: 0, flags: ["NOT_JUDGED"] }
        : { status: STATUSES[at % 3]!, confidence: [0.82, 0.55, 0.12][at % 3]! }),
      citations: quotes.map((text, index) => ({ documentId: id(at % 5), chunkId: id(index), text, pageNumber: 12 })),
      reasoning: "The policy lays down that access rights are reviewed, and names who does it and how often.",
      citationNotes: at % 3 === 1 ? [{ index: 0, weak: "PLANNED", textSource: "OCR", certainty: 0.91 }] : [],
    };
  });
  const counts = { completeCount: 0, partialCount: 0, missingCount: 0 };
  for (const { status } of assessments) counts[`${status.toLowerCase() as "complete"}Count`] += 1;
  const run = {
    ...{ id: id(1), tenantId: id(2), packId: id(3), createdAt: AT, startedAt: AT, completedAt: AT },
    ...{ totalRequirements: requirementCount, assessedCount: requirementCount, ...counts, notJudgedCount: 0 },
  };
  const documents = [0, 1, 2, 3, 4].map((at) => ({
    id: id(at),
    originalFilename: ["Access policy.pdf", "Πολιτική.docx", "Доступ.xlsx", "アクセス.pdf", "سياسة.pdf"][at]!,
    sha256Hash: hash(at),
  }));
  return {
    release: "1.0.0",
    asOf: "2026-11-28T09:30:00.000Z",
    run: {
      ...{ ...run, name: "Third quarter", period: { from: "2026-07-01", to: "2026-09-30" }, startedBy: id(9) },
      ...{ startedByName: "ada@example.com", status: "COMPLETED", snapshotStatus: "CAPTURED", failedAt: null },
      ...{
        failureReason: null,
        continuedFromRunId: null,
        documentsPending: 0,
        exceptionCount: 1,
        signedAs: "REVIEWED",
      },
      ...{ snapshotCriteriaVersionId: id(4), snapshotCorpusActivationId: id(5), snapshotRetrievalVersionId: id(6) },
      ...{ traceId: "0".repeat(32), rootSpanId: "0".repeat(16), checkedAgainst: "SNAPSHOT" },
    },
    packName: "Access controls",
    tasks: [],
    damaged: { reviews: [], signOffs: [], exceptions: [], withheldReviews: [], unclear: [] },
    snapshot: {
      run,
      configuration: {
        ...{ snapshotCriteriaVersionId: id(4), snapshotCorpusActivationId: id(5), snapshotRetrievalVersionId: id(6) },
        embedder: { model: "offline-embedder", dimensions: 384 },
        assessor: { model: "offline-assessor", promptVersion: "7" },
        ...{
          similarityThreshold: 0.2,
          chunksPerRequirement: 8,
          confidenceThresholds: { complete: 0.75, partial: 0.4 },
        },
        evidenceRules: {
          ...{ expired: "CAP", outOfPeriod: "CAP", designOnly: "CAP" },
          ...{ cadenceGap: "CAP", contradicted: "CAP", weakSupport: "CAP" },
        },
        period: { from: "2026-07-01", to: "2026-09-30" },
      },
      ...{ requirements, assessments, tasks: [], exports: [], documents, chunks: [] },
      ...{ format: "assay-snapshot/2", citationDigests: [] },
    },
    snapshotHash: hash(77),
    reviews: all.slice(0, Math.floor(requirementCount / 2)).map((at) => reviewOf(requirements[at]!.requirementId, at)),
    signOffs: (["PREPARED", "REVIEWED"] as const).map(signOffOf),
    exceptions: [],
    leftOut: [],
    documents: documents.map(({ id, ...document }, at) => ({
      ...{ ...document, documentId: id, fileType: "pdf", sizeBytes: 1000, category: null, effectiveDate: "2026-01-01" },
      ...{ expiresAt: null, evidenceKind: "DESIGN", judged: at < 4, reason: at < 4 ? null : "NOT_READY" },
      ...{ places: [], citedByCount: 1, deleted: false },
      coverage: { pages: 4, pagesWithText: 3, characters: 9, chunks: 2, states: { TEXT: 3, EMPTY: 1 }, warnings: [] },
    })),
    egress: {
      run: [{ provider: "gemini", host: "models.example", purpose: "ASSESSMENT", requests: 40, bytes: 900_000 }],
      documents: [{ provider: "gemini", host: "models.example", purpose: "EMBEDDING", documents: 4, bytes: 12_000 }],
      olderDocuments: 1,
    },
    comments: 3,
    audit: { firstSequence: 10, head: { sequence: 90, hash: hash(90) }, entriesOfRun: 30, breaks: [] },
    checkpoint: {
      statement: {
        origin: "assay/checkpoint/v2",
        tenantId: id(2),
        sequence: 90,
        hash: hash(90),
        createdAt: AT,
        counter: 4,
      },
      ...{ keyId: "memory-key", signature: "" },
    },
    ...{ changes: "NONE", errorRate: null, ...overrides },
  };
}

function reviewOf(requirementId: string, at: number): Review {
  return {
    ...{
      id: id(at),
      runId: id(1),
      requirementId,
      sequence: at + 1,
      reasonHash: null,
      redactedAt: null,
      redactedBy: null,
    },
    ...(at % 5 === 4
      ? { decision: "CHANGED", status: "PARTIAL", reasonCode: "MISREAD", reason: "The quote is of another system." }
      : { decision: "AGREED", status: null, reasonCode: null, reason: null }),
    ...{ reviewerId: id(8), reviewerName: "grace@example.com", reviewerRole: "MEMBER", openedChunkIds: [] },
    ...{
      citedCount: 2,
      openedCount: 1,
      rejectedCitations: [],
      durationMs: 9000,
      confirmsReviewId: null,
      createdAt: AT,
    },
  };
}

function signOffOf(role: SignOff["role"], at: number): SignOff {
  return {
    ...{ id: id(at), runId: id(1), sequence: at + 1, act: "SIGNED", role, statement: "The evidence was examined." },
    ...{ signerId: id(at), signerName: ["ada@example.com", "grace@example.com"][at]!, signerRole: "MEMBER" },
    ...{
      nameSalt: null,
      standing: true,
      withdrawnById: null,
      valid: true,
      signature: "",
      keyId: "memory-key",
      createdAt: AT,
    },
    payload: JSON.stringify({ assurance: "PASSKEY" }),
  };
}
