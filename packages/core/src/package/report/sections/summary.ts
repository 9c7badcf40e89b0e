import { TOTAL_HEADINGS, totalRows } from "../../../reports/report-tables.ts";
import { type Block, said } from "../blocks.ts";
import type { ReportState } from "../report-state.ts";
import { countVerdicts, verdictGroups } from "../verdict-groups.ts";

export function summaryBlocks(state: ReportState): Block[] {
  const { snapshot, run } = state;
  const verdicts = new Map(snapshot.assessments.map((assessment) => [assessment.requirementId, assessment]));
  const bars = Array.from(
    Map.groupBy(snapshot.requirements, ({ criterionId }) => criterionId).values(),
    (requirements) => ({
      label: [`${requirements[0]!.criterionId} `, said(requirements[0]!.criterionTitle)],
      counts: countVerdicts(requirements.flatMap(({ requirementId }) => verdicts.get(requirementId) ?? [])),
    }),
  );
  const rows = totalRows({ run, groups: verdictGroups(state) });
  return [
    {
      kind: "table",
      headings: TOTAL_HEADINGS,
      rows: rows.map((cells) => cells.map((cell) => (cell === null ? "" : `${cell}`))),
    },
    { kind: "paragraph", text: "Verdicts by criterion:" },
    { kind: "bars", bars },
  ];
}
