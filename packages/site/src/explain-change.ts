import type { Requirement, Run, RunConfiguration, RunDiff } from "@assay/client";

export interface Side {
  readonly run: Run;
  /** Of the version that the run pinned, by `requirementId`. */
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly configuration: RunConfiguration;
}

export interface Comparison {
  readonly diff: RunDiff;
  readonly before: Side;
  readonly after: Side;
}

export type Change = RunDiff["requirements"][number];

export const PIN_NAMES: Readonly<Record<RunDiff["pins"][number]["pin"], string>> = {
  criteria: "Criteria version",
  corpus: "Guidance",
  retrieval: "Engine version",
};

/** Whether the reason is enough for the change, or only one of what might have brought it about. */
export interface Reason {
  readonly weight: "explains" | "may explain" | "unexplained";
  readonly text: string;
}

/** Why a verdict differs, as far as the two runs' records can tell; at least one reason. */
export function explainChange(change: Change, comparison: Comparison): Reason[] {
  const sure = sureReasons(change, comparison);
  if (sure.length > 0) return sure.map((text) => ({ weight: "explains", text }));
  const possible = possibleReasons(comparison);
  if (possible.length > 0) return possible.map((text) => ({ weight: "may explain", text }));
  return [{ weight: "unexplained", text: unexplained(change) }];
}

function sureReasons(change: Change, comparison: Comparison): string[] {
  const { before, after } = comparison;
  if (change.change === "ADDED" || change.change === "REMOVED") return presence(change, comparison);
  return [
    ...systemError(change),
    ...rewording(before.requirements.get(change.requirementId), after.requirements.get(change.requirementId)),
    ...thresholds(change, comparison),
    ...citedDocuments(change, comparison.diff),
  ];
}

function presence({ change, requirementId }: Change, { before, after }: Comparison): string[] {
  const [lacking, name] = change === "ADDED" ? [before, "earlier"] : [after, "later"];
  if (!lacking.requirements.has(requirementId)) return [`The ${name} run's criteria version does not have it`];
  return lacking.run.status === "COMPLETED" ? [] : [`The ${name} run ended before it came to this requirement`];
}

function systemError({ before, after }: Change): string[] {
  if (before?.status === "FAILED") return ["It could not be assessed in the earlier run"];
  return after?.status === "FAILED" ? ["It could not be assessed in the later run"] : [];
}

function rewording(before: Requirement | undefined, after: Requirement | undefined): string[] {
  const same = (["title", "criterionTitle", "subcheckLabel"] as const).every((key) => before?.[key] === after?.[key]);
  return same ? [] : ["The requirement is worded differently in the other criteria version"];
}

function thresholds({ before, after }: Change, comparison: Comparison): string[] {
  if (before?.confidence !== after?.confidence) return [];
  const [was, is] = [comparison.before, comparison.after].map((side) => side.configuration.confidenceThresholds);
  return was!.complete === is!.complete && was!.partial === is!.partial
    ? []
    : ["The confidence is the same; the limits between the verdicts were moved"];
}

function citedDocuments({ citedOnlyBefore, citedOnlyAfter }: Change, { documents }: RunDiff): string[] {
  const added = documents.added.filter(({ id }) => citedOnlyAfter.includes(id));
  const removed = documents.removed.filter(({ id }) => citedOnlyBefore.includes(id));
  return [
    ...added.map(({ originalFilename }) => `It cites “${originalFilename}”, which was added`),
    ...removed.map(({ originalFilename }) => `It cited “${originalFilename}”, which is no longer there`),
  ];
}

function possibleReasons({ diff, before, after }: Comparison): string[] {
  const pins = new Set(diff.pins.map(({ pin }) => pin));
  const { added, removed } = diff.documents;
  return [
    ...(pins.has("retrieval")
      ? [`The engine changed: ${describeEngine(compareEngines(before.configuration, after.configuration))}`]
      : []),
    ...(pins.has("corpus") ? ["The guidance that the model is given changed"] : []),
    ...(added.length + removed.length > 0
      ? ["Other documents were added or removed; that shifts which passages are found"]
      : []),
  ];
}

function describeEngine(settings: readonly SettingChange[]): string {
  return settings.length === 0
    ? "another version with the same settings"
    : settings.map(({ name, before, after }) => `${name} from ${before} to ${after}`).join(", ");
}

function unexplained({ citedOnlyBefore, citedOnlyAfter }: Change): string {
  const cited = citedOnlyBefore.length + citedOnlyAfter.length > 0;
  return `Nothing on record explains it: both runs had the same versions and documents${
    cited ? ", and the model chose other passages" : ", so the model judged differently"
  }`;
}

export interface SettingChange {
  readonly name: string;
  readonly before: string | number;
  readonly after: string | number;
}

export function compareEngines(before: RunConfiguration, after: RunConfiguration): SettingChange[] {
  const read = (configuration: RunConfiguration): [name: string, value: string | number][] => [
    ["language model", configuration.assessor.model],
    ["prompt", configuration.assessor.promptVersion],
    ["embedding model", configuration.embedder.model],
    ["dimensions", configuration.embedder.dimensions],
    ["the least similarity", configuration.similarityThreshold],
    ["passages for each requirement", configuration.chunksPerRequirement],
    ["the limit for complete", configuration.confidenceThresholds.complete],
    ["the limit for partial", configuration.confidenceThresholds.partial],
  ];
  const later = new Map(read(after));
  return read(before).flatMap(([name, value]) =>
    later.get(name) === value ? [] : [{ name, before: value, after: later.get(name)! }],
  );
}
