import { wrongCompleteRows } from "../../../reports/wrong-complete-rows.ts";
import { type Block, code, type Inline } from "../blocks.ts";
import type { ReportState } from "../report-state.ts";
import { verdictGroups } from "../verdict-groups.ts";

export function methodBlocks(state: ReportState): Block[] {
  return [
    {
      kind: "paragraph",
      text: "Method: EXAMINE. Documents were read and compared with each requirement. Nobody was interviewed and nothing was tested.",
    },
    {
      kind: "list",
      items: [
        "A machine wrote the verdicts, their confidence, the reasoning and the tasks. It chose the quotes.",
        "The quotes are the documents' own words: a quote that was not found in its document was dropped.",
        "A verdict follows from its confidence and the thresholds below. No person changed one.",
        "People wrote the reviews, the exceptions and the statements of the signatures. A review stands beside a verdict.",
      ],
    },
    { kind: "facts", rows: engineRows(state.snapshot.configuration) },
    {
      kind: "paragraph",
      text: "How often the engine is wrong where it says Complete, measured on labelled sets, and by the reviews of this run:",
    },
    { kind: "facts", rows: [...measuredRows(state), ...reviewedRows(state)] },
  ];
}

type Configuration = ReportState["snapshot"]["configuration"];

function engineRows(configuration: Configuration): (readonly [string, Inline])[] {
  const { assessor, embedder, confidenceThresholds, meaning, evidenceRules } = configuration;
  return [
    ["Engine version", code(configuration.snapshotRetrievalVersionId)],
    ["Assessor", [code(assessor.model), ", prompt ", code(assessor.promptVersion)]],
    ["Search", [code(embedder.model), `, at most ${configuration.chunksPerRequirement} passages a requirement`]],
    ["Thresholds", `Complete from ${confidenceThresholds.complete}, Partial from ${confidenceThresholds.partial}`],
    ["Check of meaning", meaning ? [code(meaning.model), ", SHA-256 ", code(meaning.sha256)] : "None"],
    [
      "Rules of evidence",
      Object.entries(evidenceRules)
        .map(([rule, effect]) => `${rule} ${effect}`)
        .join(", "),
    ],
  ];
}

function measuredRows({ errorRate }: ReportState): (readonly [string, Inline])[] {
  if (errorRate === null) return [["Measured error rate", "Not measured"]];
  return errorRate.map(({ set, what, count, of, low, high }) => [
    `${set}: ${what}`,
    `${count} of ${of}, ${percent(low)} to ${percent(high)} with 95 % confidence`,
  ]);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function reviewedRows(state: ReportState): (readonly [string, Inline])[] {
  const rows = wrongCompleteRows(verdictGroups(state)).map(
    ([label, bound]) => [`${label}, by reviews`, bound] as const,
  );
  return rows.length > 0 ? rows : [["Wrong COMPLETE, by reviews", "The run has no Complete verdict"]];
}
