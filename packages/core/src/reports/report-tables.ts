import { REVIEWED_STATUSES, WEAK_REASON_TEXTS } from "@assay/contract";
import { describeUnreadDocuments } from "../assessments/describe-unread-documents.ts";
import { isNotJudged } from "../assessments/not-judged.ts";
import { describePageStates } from "../documents/describe-page-states.ts";
import type { ReportBatch, ReportedException, ReportedSignOff, ReportHead, ReportRow, ShownVerdict } from "./report.ts";
import { wrongCompleteRows } from "./wrong-complete-rows.ts";

export type ReportCells = (string | number | null)[];

const WHAT_IT_IS =
  "Made on request after the run, from the run's verdicts and from the reviews, exceptions, comments and sign-offs that stand beside them. It is in no snapshot and is none of the run's exports. A verdict is the engine's, a review is a person's: neither changes the other.";

/** Says what the report is of, when it was made and what it rests on. */
export function aboutRows({ run, packName, madeAt, snapshotHash, ...head }: ReportHead): ReportCells[] {
  const { reviewed, agreed, changed, sentBack, citedPassages, openedPassages } = countReviews(head.groups);
  return [
    ["Report of a run", run.name ?? run.id],
    ["What this is", WHAT_IT_IS],
    ["Made at", madeAt],
    ["Run", run.id],
    ["Pack", packName],
    ["State of the run", run.status],
    ...(run.failureReason ? [["Why it failed", run.failureReason]] : []),
    ["Started by", run.startedByName ?? run.startedBy],
    ["Started at", run.startedAt],
    ["Ended at", run.completedAt ?? run.failedAt],
    ...(run.period ? [["Period", `${run.period.from} to ${run.period.to}`]] : []),
    ["Criteria version", run.snapshotCriteriaVersionId],
    ["Corpus activation", run.snapshotCorpusActivationId],
    ["Retrieval version", run.snapshotRetrievalVersionId],
    [
      "Snapshot",
      snapshotHash ??
        `${run.snapshotStatus}: not sealed, ${run.checkedAgainst === "DIGESTS" ? "compared with what the audit log recorded when the run ended" : "not checked against a record"}`,
    ],
    ["Signed as", describeSigned(run.signedAs, head.damaged)],
    ...damagedRows(head.damaged),
    ["Requirements", run.totalRequirements],
    [
      "Reviewed",
      `${reviewed} of ${run.totalRequirements}, by ${head.reviewers} ${head.reviewers === 1 ? "person" : "people"}`,
    ],
    ["Reviews", `${agreed} agreed, ${changed} changed, ${sentBack} sent back`],
    ...wrongCompleteRows(head.groups),
    ["Evidence", describeEvidence(head.evidence)],
    ["Passages", `opened ${openedPassages} of ${citedPassages} cited passages (reported by the client)`],
    ["Exceptions", head.exceptions.length],
    ["Comments", head.comments],
  ];
}

function describeSigned(signedAs: ReportHead["run"]["signedAs"], damaged: ReportHead["damaged"]): string {
  return damaged.some(({ kind }) => kind === "sign-off") ? "not known" : (signedAs ?? "not signed");
}

function damagedRows(damaged: ReportHead["damaged"]): ReportCells[] {
  if (damaged.length === 0) return [];
  const named = damaged.map(({ kind, id }) => `${kind} ${id}`).join(", ");
  return [["Damaged", `Stored otherwise than they were recorded, or gone, and not in this report: ${named}`]];
}

export const TOTAL_HEADINGS = ["Totals", "By verdict", "By review"];

/** Verdicts and reviews side by side: what nobody reviewed, or sent back, is in no status of the reviews. */
export function totalRows({
  run,
  groups,
}: Pick<ReportHead, "groups"> & { readonly run: Pick<ReportHead["run"], "totalRequirements"> }): ReportCells[] {
  const sum = (matches: (group: ReportHead["groups"][number]) => boolean) =>
    groups.reduce((total, group) => total + (matches(group) ? group.requirements : 0), 0);
  const judged: ShownVerdict[] = [...REVIEWED_STATUSES, "NOT_JUDGED", "FAILED"];
  const verdicts = sum(() => true);
  return [
    ...judged.map((status) => [
      status,
      sum(({ verdict }) => verdict === status),
      sum(({ verdict, decision, reviewedStatus }) =>
        decision === "AGREED" ? verdict === status : decision === "CHANGED" && reviewedStatus === status,
      ),
    ]),
    ["Not assessed", run.totalRequirements - verdicts, null],
    ["Sent back", null, sum(({ decision }) => decision === "SENT_BACK")],
    ["Not reviewed", null, sum(({ decision }) => decision === null) + run.totalRequirements - verdicts],
    ["Sum", run.totalRequirements, run.totalRequirements],
  ];
}

export const SIGN_OFF_HEADINGS = [
  "Sign-offs",
  "Role",
  "Signer",
  "Signer's role",
  "At",
  "Stands",
  "Statement",
  "Snapshot hash",
  "Reviews hash",
  "Exceptions hash",
  "Key",
  "Proved by",
  "Factor since",
  "Changes of the account in the 30 days before",
];

export function signOffRows(signOffs: readonly ReportedSignOff[]): ReportCells[] {
  return signOffs.map(({ act, role, signerName, signerRole, at, stands, statement, hashes, keyId, signer }) => [
    act,
    role,
    signerName,
    signerRole,
    at,
    act === "SIGNED" ? yesOrNo(stands) : null,
    statement,
    hashes?.snapshot ?? null,
    hashes?.reviews ?? null,
    hashes?.exceptions ?? null,
    keyId,
    signer?.assurance ?? null,
    signer?.factorEnrolledAt ?? null,
    signer?.signerChanges?.map(({ change, at }) => `${change} ${at}`).join("; ") || null,
  ]);
}

export const EXCEPTION_HEADINGS = [
  "Exceptions",
  "Kind",
  "Status now",
  "Fixed with the run",
  "Scope",
  "Reason",
  "Compensating control",
  "Owner",
  "Approved by",
  "Valid from",
  "Valid until",
];

export function exceptionRows(exceptions: readonly ReportedException[]): ReportCells[] {
  return exceptions.map((exception) => [
    exception.requirementId,
    exception.kind,
    exception.status,
    yesOrNo(exception.fixedWithRun),
    exception.scope,
    exception.reason,
    exception.compensatingControl,
    exception.owner,
    exception.approver,
    exception.validFrom,
    exception.validUntil,
  ]);
}

export const REQUIREMENT_HEADINGS = [
  "Criterion",
  "Criterion title",
  "Requirement",
  "Title",
  "Verdict",
  "Confidence",
  "Flags",
  "Reasoning",
  "Citations",
  "Weak citations",
  "Cited",
  "Review",
  "Status by review",
  "Reason code",
  "Reason",
  "Reviewer",
  "Reviewed at",
  "Opened (reported by the client)",
  "Exception",
  "Exception status now",
  "Exception valid until",
  "Exception fixed with the run",
  "Comments",
  "Not fully read",
];

/** Gives the cells of a requirement: the verdict, and next to it the review, the exceptions and the comments. */
export function requirementRows(
  { rows, documentNames }: ReportBatch,
  exceptionsOf: (requirementId: string) => readonly ReportedException[],
): ReportCells[] {
  return rows.map(({ requirement, assessment, review, comments }) => {
    const { criterionId, criterionTitle, requirementId, title } = requirement;
    const exceptions = exceptionsOf(requirementId);
    const each = (value: (exception: ReportedException) => string) =>
      exceptions.length === 0 ? null : exceptions.map(value).join("\n");
    return [
      criterionId,
      criterionTitle,
      requirementId,
      title,
      ...verdictCells(assessment, documentNames),
      ...reviewCells(assessment, review),
      each(({ kind }) => kind),
      each(({ status }) => status),
      each(({ validUntil }) => validUntil),
      each(({ fixedWithRun }) => yesOrNo(fixedWithRun)),
      comments,
      describeUnreadDocuments(assessment?.unreadDocuments),
    ];
  });
}

function verdictCells(assessment: ReportRow["assessment"], documentNames: ReadonlyMap<string, string>): ReportCells {
  if (!assessment) return ["NOT_ASSESSED", null, null, null, 0, 0, null];
  const { flags = [], citations, citationNotes = [] } = assessment;
  const cited = citations.map(({ documentId, pageNumber, text }) => {
    const place = pageNumber === null ? "" : `, page ${pageNumber}`;
    return `${documentNames.get(documentId) ?? documentId}${place}: ${text}`;
  });
  return [
    shownVerdict(assessment),
    isNotJudged({ flags }) ? null : assessment.confidence,
    flags.length > 0 ? flags.join(", ") : null,
    assessment.reasoning,
    citations.length,
    citationNotes.filter(({ weak }) => weak).length,
    cited.length > 0 ? cited.join("\n") : null,
  ];
}

function reviewCells(assessment: ReportRow["assessment"], review: ReportRow["review"]): ReportCells {
  if (!review) return [null, null, null, null, null, null, null];
  if ("damaged" in review) return ["DAMAGED", null, null, review.id, null, null, null];
  const agreed = review.decision === "AGREED" && assessment ? shownVerdict(assessment) : null;
  return [
    review.decision,
    review.status ?? agreed,
    review.reasonCode,
    review.isRedacted ? "(redacted)" : review.reason,
    review.isAddressUnproved ? `${review.reviewerName} (address not proved)` : review.reviewerName,
    review.at,
    `${review.openedCount} of ${review.citedCount}`,
  ];
}

export const CITATION_HEADINGS = [
  "Requirement",
  "Document",
  "Page",
  "Quote",
  "Why it proves nothing",
  "Opened by the reviewer (reported by the client)",
  "Rejected by the reviewer",
  "Document id",
  "Chunk id",
  "Read from",
  "Certainty",
];

/** Gives a row for each passage that a verdict of the batch cites. */
export function citationRows({ rows, documentNames }: ReportBatch): ReportCells[] {
  return rows.flatMap(({ requirement, assessment, review }) =>
    (assessment?.citations ?? []).map(({ documentId, chunkId, pageNumber, text }, at) => {
      const note = assessment?.citationNotes?.find(({ index }) => index === at);
      const weak = note?.weak;
      return [
        requirement.requirementId,
        documentNames.get(documentId) ?? documentId,
        pageNumber,
        text,
        weak === undefined ? null : (WEAK_REASON_TEXTS[weak] ?? weak),
        review && !("damaged" in review) ? yesOrNo(review.openedChunkIds.includes(chunkId)) : null,
        review && !("damaged" in review) ? yesOrNo(review.rejectedCitations.includes(at)) : null,
        documentId,
        chunkId,
        note?.textSource === "OCR" ? "image" : "text",
        note?.certainty ?? null,
      ];
    }),
  );
}

function shownVerdict({ flags = [], status }: NonNullable<ReportRow["assessment"]>): ShownVerdict {
  return isNotJudged({ flags }) ? "NOT_JUDGED" : status;
}

function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}

function describeEvidence({ documents, states, notFullyRead }: ReportHead["evidence"]): string {
  const pages = describePageStates(states);
  return [
    `${documents} ${documents === 1 ? "document" : "documents"}`,
    ...(pages ? [`pages: ${pages}`] : []),
    ...(notFullyRead > 0 ? [`not fully read: ${notFullyRead}`] : []),
  ].join("; ");
}

function countReviews(groups: ReportHead["groups"]) {
  const reviewed = groups.filter(({ decision }) => decision !== null);
  const sum = (of: readonly ReportHead["groups"][number][], by: "requirements" | "citedPassages" | "openedPassages") =>
    of.reduce((total, group) => total + group[by], 0);
  const decided = (wanted: string) =>
    sum(
      reviewed.filter(({ decision }) => decision === wanted),
      "requirements",
    );
  return {
    reviewed: sum(reviewed, "requirements"),
    agreed: decided("AGREED"),
    changed: decided("CHANGED"),
    sentBack: decided("SENT_BACK"),
    citedPassages: sum(reviewed, "citedPassages"),
    openedPassages: sum(reviewed, "openedPassages"),
  };
}
