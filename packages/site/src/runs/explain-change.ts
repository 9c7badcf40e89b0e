import type { Requirement, Run, RunConfiguration, RunDiff } from "@assay/client";
import { verdictOf } from "./verdict.ts";

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

export const PIN_NAMES: Readonly<Record<Pin, string>> = {
  criteria: "Criteria version",
  corpus: "Guidance",
  retrieval: "Engine version",
};

type Pin = RunDiff["pins"][number]["pin"];

/** Whether the reason is enough for the change, or only one of what might have brought it about. */
export interface Reason {
  readonly weight: "explains" | "may explain" | "unexplained";
  readonly text: string;
  /** Which input of the runs it lies in; null where it lies in none. */
  readonly by: Pin | "documents" | null;
}

type Cause = Pick<Reason, "text" | "by">;

/** Why a verdict differs, as far as the two runs' records can tell; at least one reason. */
export function explainChange(change: Change, comparison: Comparison): Reason[] {
  const sure = sureReasons(change, comparison);
  if (sure.length > 0) return sure.map((cause) => ({ weight: "explains", ...cause }));
  const possible = possibleReasons(comparison);
  if (possible.length > 0) return possible.map((cause) => ({ weight: "may explain", ...cause }));
  return [{ weight: "unexplained", text: unexplained(change), by: null }];
}

function sureReasons(change: Change, comparison: Comparison): Cause[] {
  const { before, after } = comparison;
  if (change.change === "ADDED" || change.change === "REMOVED") return presence(change, comparison);
  return [
    ...systemError(change),
    ...rewording(before.requirements.get(change.requirementId), after.requirements.get(change.requirementId)),
    ...thresholds(change, comparison),
    ...citedDocuments(change, comparison.diff),
  ];
}

function presence({ change, requirementId }: Change, { before, after }: Comparison): Cause[] {
  const [lacking, name] = change === "ADDED" ? [before, "earlier"] : [after, "later"];
  if (!lacking.requirements.has(requirementId))
    return [{ text: `The ${name} run's criteria version does not have it`, by: "criteria" }];
  const text = `The ${name} run ended before it reached this requirement`;
  return lacking.run.status === "COMPLETED" ? [] : [{ text, by: null }];
}

function systemError({ before, after }: Change): Cause[] {
  for (const [side, name] of [
    [before, "earlier"],
    [after, "later"],
  ] as const) {
    const verdict = side && verdictOf(side);
    if (verdict === "FAILED") return [{ text: `It could not be assessed in the ${name} run`, by: null }];
    if (verdict === "NOT_JUDGED") return [{ text: `It was not judged in the ${name} run`, by: null }];
  }
  return [];
}

function rewording(before: Requirement | undefined, after: Requirement | undefined): Cause[] {
  const same = (["title", "criterionTitle", "subcheckLabel"] as const).every((key) => before?.[key] === after?.[key]);
  return same ? [] : [{ text: "The requirement is worded differently in the other criteria version", by: "criteria" }];
}

function thresholds({ before, after }: Change, comparison: Comparison): Cause[] {
  if (before?.confidence !== after?.confidence) return [];
  const [was, is] = [comparison.before, comparison.after].map((side) => side.configuration.confidenceThresholds);
  return was!.complete === is!.complete && was!.partial === is!.partial
    ? []
    : [{ text: "The confidence is the same; the thresholds of the verdicts changed", by: "retrieval" }];
}

function citedDocuments({ citedOnlyBefore, citedOnlyAfter }: Change, { documents }: RunDiff): Cause[] {
  const added = documents.added.filter(({ id }) => citedOnlyAfter.includes(id));
  const removed = documents.removed.filter(({ id }) => citedOnlyBefore.includes(id));
  return [
    ...added.map(({ originalFilename }) => `It cites “${originalFilename}”, which was added`),
    ...removed.map(({ originalFilename }) => `It cited “${originalFilename}”, which is no longer there`),
  ].map((text) => ({ text, by: "documents" }));
}

function possibleReasons({ diff, before, after }: Comparison): Cause[] {
  const pins = new Set(diff.pins.map(({ pin }) => pin));
  const { added, removed } = diff.documents;
  const causes: Cause[] = [];
  if (pins.has("retrieval")) {
    const engine = describeEngine(compareEngines(before.configuration, after.configuration));
    causes.push({ text: `The engine changed: ${engine}`, by: "retrieval" });
  }
  if (pins.has("corpus")) causes.push({ text: "The guidance for the model changed", by: "corpus" });
  if (added.length + removed.length > 0)
    causes.push({
      text: "Other documents were added or removed; that changes which passages are found",
      by: "documents",
    });
  return causes;
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
    ["the minimum similarity", configuration.similarityThreshold],
    ["passages for each requirement", configuration.chunksPerRequirement],
    ["the threshold for complete", configuration.confidenceThresholds.complete],
    ["the threshold for partial", configuration.confidenceThresholds.partial],
  ];
  const later = new Map(read(after));
  return read(before).flatMap(([name, value]) =>
    later.get(name) === value ? [] : [{ name, before: value, after: later.get(name)! }],
  );
}
