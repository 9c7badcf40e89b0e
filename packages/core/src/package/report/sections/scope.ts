import { type Block, code, counted, moment, said } from "../blocks.ts";
import type { ReportState } from "../report-state.ts";

export function scopeBlocks({ run, packName, snapshot }: ReportState): Block[] {
  const { period } = snapshot.configuration;
  const criteria = new Set(snapshot.requirements.map(({ criterionId }) => criterionId)).size;
  return [
    {
      kind: "facts",
      rows: [
        ["Pack", said(packName)],
        ["Criteria version", code(snapshot.configuration.snapshotCriteriaVersionId)],
        [
          "In scope",
          `${counted(snapshot.requirements.length, "requirement")} of ${counted(criteria, "criterion", "criteria")}`,
        ],
        ["Statement of applicability", "Not recorded: all requirements of the criteria version were assessed."],
        ["Mappings to other frameworks", "Not recorded"],
        [
          "Period",
          period
            ? `${period.from} to ${period.to}, both days included`
            : `None: the evidence was judged as of ${moment(snapshot.run.startedAt)}.`,
        ],
        ["Assessed", `${moment(snapshot.run.startedAt)} to ${moment(snapshot.run.completedAt)}`],
        ["Started by", said(run.startedByName ?? run.startedBy)],
      ],
    },
  ];
}
