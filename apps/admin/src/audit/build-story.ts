import type { RunStep, RunStepName } from "@assay/client";
import type { AuditEntry } from "@assay/client/admin";

export interface StoryEvent {
  readonly entry: AuditEntry;
  /** Since the event before it; null for the first. */
  readonly afterMs: number | null;
}

export interface Chapter {
  /** A step's name, or a part of the run that is no step. */
  readonly name: "START" | RunStepName | "RESULT" | "AFTERWARDS";
  readonly step: RunStep | undefined;
  /** From a step's start to its end; null where it has not ended. */
  readonly tookMs: number | null;
  readonly events: readonly StoryEvent[];
}

const ENDS = new Set(["run.completed", "run.failed", "run.imported"]);

/** A run's entries in their order, by the part of the run that they belong to. */
export function buildStory(entries: readonly AuditEntry[], steps: readonly RunStep[]): Chapter[] {
  const inOrder = entries.toSorted((a, b) => a.sequence - b.sequence);
  const endAt = inOrder.findIndex(({ action }) => ENDS.has(action));
  const chapters: { name: Chapter["name"]; events: StoryEvent[] }[] = [];
  for (const [at, entry] of inOrder.entries()) {
    const name = chapterOf(entry, endAt >= 0 && at > endAt);
    const before = inOrder[at - 1];
    const afterMs = before ? Date.parse(entry.created_at) - Date.parse(before.created_at) : null;
    const last = chapters.at(-1);
    if (last?.name === name) last.events.push({ entry, afterMs });
    else chapters.push({ name, events: [{ entry, afterMs }] });
  }
  return chapters.map(({ name, events }) => {
    const step = steps.find(({ stepName }) => stepName === name);
    return { name, step, tookMs: durationOf(step), events };
  });
}

function chapterOf({ action, object_type, object_id }: AuditEntry, ended: boolean): Chapter["name"] {
  if (object_type === "run_step") return object_id as RunStepName;
  if (ENDS.has(action) || action.startsWith("snapshot.")) return "RESULT";
  return ended ? "AFTERWARDS" : "START";
}

function durationOf(step: RunStep | undefined): number | null {
  if (!step?.startedAt || !step.completedAt) return null;
  return Date.parse(step.completedAt) - Date.parse(step.startedAt);
}
