import { counted, type Inline } from "./blocks.ts";
import type { ReportState } from "./report-state.ts";
import { countingReviews, countVerdicts } from "./verdict-groups.ts";

/** What the report does not cover: each line is there, also where its count is none. */
export function describeGaps(state: ReportState): Inline[] {
  const { snapshot, documents, reviews, leftOut, comments, damaged } = state;
  const counts = countVerdicts(snapshot.assessments);
  const unread = documents.filter(({ judged, coverage }) => judged && isNotFullyRead(coverage)).length;
  const notJudged = (counts.NOT_JUDGED ?? 0) + (counts.FAILED ?? 0);
  const unclear = damaged.unclear.length;
  const unreviewed = snapshot.requirements.length - countingReviews(reviews).size - unclear;
  return [
    ...(leftOut.length > 0 ? [`${counted(leftOut.length, "record")} left out of the package, see Integrity`] : []),
    `${counted(notJudged, "requirement")} not judged`,
    `${counted(unreviewed, "requirement")} not reviewed by a person`,
    ...(unclear > 0 ? [`${counted(unclear, "requirement")} whose last review is damaged`] : []),
    `${counted(documents.filter(({ judged }) => !judged).length, "document")} left out of the evidence, ${unread} not fully read`,
    "Interviews and tests: documents were examined, nothing else",
    "Applicability, mappings to other frameworks: not recorded",
    ...describeUnknownEgress(state),
    `${counted(comments, "comment")}: kept in the service, not in this report`,
  ];
}

function describeUnknownEgress({ egress }: ReportState): Inline[] {
  if (!egress) return ["Which hosts evidence was sent to: not recorded"];
  const { olderDocuments } = egress;
  return olderDocuments > 0
    ? [`${counted(olderDocuments, "document")} of which it is not known where they were sent`]
    : [];
}

export function isNotFullyRead(coverage: ReportState["documents"][number]["coverage"]): boolean {
  return (
    coverage !== null &&
    (coverage.warnings.some(({ code }) => code === "PAGES_NOT_READ") ||
      (coverage.states?.IMAGE_ONLY ?? 0) + (coverage.states?.UNREADABLE ?? 0) > 0)
  );
}
