import { useSession } from "@assay/site/use-session";
import { useCallback } from "react";
import { createStopwatch, type Stopwatch } from "./stopwatch.ts";

/** What a person has seen of a verdict before deciding on it. */
export interface Attention {
  readonly opened: readonly string[];
  readonly inView: Stopwatch;
}

export interface Subject {
  readonly actorId: string;
  readonly runId: string;
  readonly requirementId: string;
}

const known = new Map<string, Attention>();
const listeners = new Set<() => void>();

/** Kept until the page is left: who comes back to a requirement has seen what was opened before. */
export function attentionTo(subject: Subject): Attention {
  const key = keyOf(subject);
  const found = known.get(key) ?? { opened: [], inView: createStopwatch(() => performance.now()) };
  known.set(key, found);
  return found;
}

function noteOpened(subject: Subject, chunkId: string): void {
  const before = attentionTo(subject);
  if (before.opened.includes(chunkId)) return;
  known.set(keyOf(subject), { ...before, opened: [...before.opened, chunkId] });
  for (const listener of listeners) listener();
}

/** Notes what is opened while the user is on a requirement. */
export function useNoteOpened(runId: string | undefined, requirementId: string | null): (chunkId: string) => void {
  const actorId = useSession().data?.actorId;
  return useCallback(
    (chunkId) => {
      if (actorId && runId && requirementId) noteOpened({ actorId, runId, requirementId }, chunkId);
    },
    [actorId, runId, requirementId],
  );
}

export function onOpened(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Nobody is credited with what another person opened in the same page. */
function keyOf({ actorId, runId, requirementId }: Subject): string {
  return `${actorId} ${runId} ${requirementId}`;
}
