import { useSyncExternalStore } from "react";
import type { Subject } from "./attention.ts";
import type { ReviewedStatus } from "./review-words.ts";

/** What is being written on a requirement, and has not been stored. */
export interface Draft {
  readonly form: "change" | "send back" | null;
  readonly status: ReviewedStatus | null;
  readonly reasonCode: string | null;
  readonly reason: string;
  /** Quotes that do not prove it, by their index in the verdict. */
  readonly rejected: readonly number[];
  readonly assigneeId: string | null;
  readonly dueDate: string;
}

const EMPTY: Draft = {
  ...{ form: null, status: null, reasonCode: null, reason: "", rejected: [] },
  ...{ assigneeId: null, dueDate: "" },
};
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** Stays until it is stored or given up, also while another panel or requirement is in front. */
export function useDraft({ actorId, runId, requirementId }: Subject) {
  const key = `${actorId} ${runId} ${requirementId}`;
  const draft = useSyncExternalStore(listen, () => drafts.get(key) ?? EMPTY);
  return {
    draft,
    change(part: Partial<Draft>) {
      drafts.set(key, { ...(drafts.get(key) ?? EMPTY), ...part });
      tell();
    },
    discard() {
      drafts.delete(key);
      tell();
    },
  };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
