import { WEAK_REASON_TEXTS } from "@assay/contract";
import { describeUnreadDocuments } from "../../../assessments/describe-unread-documents.ts";
import { type Block, code, type Inline, moment, said } from "../blocks.ts";
import type { ReportState } from "../report-state.ts";
import { countingReviews, shownVerdict } from "../verdict-groups.ts";

type Snapshot = ReportState["snapshot"];
type Assessment = Snapshot["assessments"][number];
type Review = ReportState["reviews"][number];
type Exception = ReportState["exceptions"][number];

/** Criterion by criterion; a batch is one requirement, so that no report is ever in memory as a whole. */
export function* requirementBlocks(state: ReportState): Generator<Block, undefined> {
  const { snapshot } = state;
  const verdicts = new Map(snapshot.assessments.map((assessment) => [assessment.requirementId, assessment]));
  const documents = new Map(snapshot.documents.map((document) => [document.id, document]));
  const reviews = countingReviews(state.reviews);
  const unclear = new Set(state.damaged.unclear);
  const exceptions = Map.groupBy(state.exceptions, ({ requirementId }) => requirementId);
  let criterion: number | undefined;
  for (const requirement of snapshot.requirements) {
    if (requirement.criterionId !== criterion) {
      criterion = requirement.criterionId;
      yield {
        kind: "heading",
        level: 3,
        id: `criterion-${criterion}`,
        text: [`${criterion} `, said(requirement.criterionTitle)],
      };
    }
    const assessment = verdicts.get(requirement.requirementId);
    yield {
      kind: "requirement",
      blocks: [
        {
          kind: "heading",
          level: 4,
          id: `requirement-${requirement.requirementId}`,
          text: [
            `${requirement.requirementId} `,
            ...(assessment ? [{ verdict: shownVerdict(assessment) } as const, " "] : []),
            said(requirement.title),
          ],
        },
        ...(assessment
          ? verdictBlocks(assessment, documents)
          : [{ kind: "paragraph", text: "Not assessed." } as const]),
        unclear.has(requirement.requirementId) ? UNCLEAR : reviewBlock(reviews.get(requirement.requirementId)),
        ...(exceptions.get(requirement.requirementId) ?? []).map(exceptionBlock),
      ],
    };
  }
}

type CitedDocuments = ReadonlyMap<string, Snapshot["documents"][number]>;

function verdictBlocks(assessment: Assessment, documents: CitedDocuments): Block[] {
  const { confidence, flags = [], reasoning, parts = [], occurrences } = assessment;
  const unread = describeUnreadDocuments(assessment.unreadDocuments);
  const facts: (readonly [string, Inline])[] = [
    ...(shownVerdict(assessment) === "NOT_JUDGED" ? [] : [["Confidence", `${confidence}`] as const]),
    ...(flags.length > 0 ? [["Flags", flags.join(", ")] as const] : []),
    ["Reasoning (by a machine)", said(reasoning)],
    ...parts.map(({ part, verdict, why }, at) => [`Part ${at + 1}`, [said(part), ` ${verdict}: `, said(why)]] as const),
    ...(occurrences ? [["Occurrences", describeOccurrences(occurrences)] as const] : []),
    ...(unread ? [["Not fully read", said(unread)] as const] : []),
  ];
  return [{ kind: "facts", rows: facts }, ...quoteBlocks(assessment, documents)];
}

function describeOccurrences({ expected, found, gaps }: NonNullable<Assessment["occurrences"]>): string {
  const without = gaps.map(({ from, to }) => `${from} to ${to}`).join(", ");
  return `${found} found, ${expected} expected${without && `; none in ${without}`}`;
}

function quoteBlocks({ citations, citationNotes = [] }: Assessment, documents: CitedDocuments): Block[] {
  if (citations.length === 0) return [{ kind: "paragraph", text: "No passage is cited." }];
  return citations.map(({ documentId, pageNumber, text }, at) => {
    const note = citationNotes.find(({ index }) => index === at);
    const document = documents.get(documentId);
    return {
      kind: "quote",
      text,
      source: [
        said(document?.originalFilename ?? documentId),
        pageNumber === null ? "" : `, page ${pageNumber}`,
        ", SHA-256 ",
        code(document?.sha256Hash ?? "not recorded"),
      ],
      notes: [
        ...(note?.weak ? [`Proves nothing: ${WEAK_REASON_TEXTS[note.weak] ?? note.weak}`] : []),
        ...(note?.textSource === "OCR" ? [`Read from an image, certainty ${note.certainty ?? "not recorded"}`] : []),
      ],
    };
  });
}

const UNCLEAR: Block = {
  kind: "facts",
  rows: [["Review", "Not known: the last one is damaged, see Integrity"]],
};

function reviewBlock(review: Review | undefined): Block {
  if (!review) return { kind: "facts", rows: [["Review", "None"]] };
  const { decision, status, reasonCode, reason, redactedAt, reviewerName, createdAt, openedCount, citedCount } = review;
  const unproved = review.addressProof === "NONE" ? " (address not proved)" : "";
  const decided = [decision, ...(status ? [`to ${status}`] : []), ...(reasonCode ? [`(${reasonCode})`] : [])].join(" ");
  return {
    kind: "facts",
    rows: [
      ["Review", [`${decided} by `, said(reviewerName), `${unproved}, ${moment(createdAt)}`]],
      ...(redactedAt ? [["Reason", "Redacted"] as const] : reason ? [["Reason", said(reason)] as const] : []),
      ["Opened", `${openedCount} of ${citedCount} cited passages (reported by the client)`],
    ],
  };
}

function exceptionBlock(exception: Exception): Block {
  const { kind, status, scope, reason, compensatingControl, validFrom, validUntil, fixedWithRun } = exception;
  return {
    kind: "facts",
    rows: [
      ["Exception", `${kind}, ${status}, ${validFrom} to ${validUntil}${fixedWithRun ? "" : ", since the run"}`],
      ["Reason", said(reason)],
      ...(scope ? [["Scope", said(scope)] as const] : []),
      ...(compensatingControl ? [["Compensating control", said(compensatingControl)] as const] : []),
      ["Approved by", said(exception.approvedByName ?? exception.approvedBy ?? "nobody")],
    ],
  };
}
