import type { Block, Inline } from "./blocks.ts";
import type { ReportState } from "./report-state.ts";
import { changeBlocks, documentBlocks, egressBlocks, integrityBlocks } from "./sections/appendices.ts";
import { evidenceBlocks } from "./sections/evidence.ts";
import { methodBlocks } from "./sections/method.ts";
import { requirementBlocks } from "./sections/requirements.ts";
import { scopeBlocks } from "./sections/scope.ts";
import { summaryBlocks } from "./sections/summary.ts";

interface Section {
  readonly id: string;
  readonly title: string;
  blocks(state: ReportState): Iterable<Block>;
}

/** The order of a report. */
export const SECTIONS: readonly Section[] = [
  { id: "scope", title: "1 Scope and applicability", blocks: scopeBlocks },
  { id: "evidence", title: "2 Evidence", blocks: evidenceBlocks },
  { id: "method", title: "3 Method", blocks: methodBlocks },
  { id: "summary", title: "4 Summary", blocks: summaryBlocks },
  { id: "requirements", title: "5 Requirements", blocks: requirementBlocks },
  { id: "documents", title: "Appendix A Documents", blocks: documentBlocks },
  { id: "changes", title: "Appendix B Changes since the last signed run", blocks: changeBlocks },
  { id: "integrity", title: "Appendix C Integrity", blocks: integrityBlocks },
  { id: "egress", title: "Appendix D Egress", blocks: egressBlocks },
];

/** The sections, and below the requirements their criteria. */
export function contentsOf({
  snapshot,
}: ReportState): readonly { readonly level: 1 | 2; readonly id: string; readonly text: Inline }[] {
  const criteria = new Map(
    snapshot.requirements.map(({ criterionId, criterionTitle }) => [criterionId, criterionTitle]),
  );
  return SECTIONS.flatMap(({ id, title }) => [
    { level: 1 as const, id, text: title },
    ...(id === "requirements"
      ? Array.from(criteria, ([criterionId, criterionTitle]) => ({
          level: 2 as const,
          id: `criterion-${criterionId}`,
          text: [`${criterionId} `, { said: criterionTitle }],
        }))
      : []),
  ]);
}
