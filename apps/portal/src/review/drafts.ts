import { useState } from "react";
import type { ReviewedStatus } from "./review-words.ts";

/** What is being written on a requirement, and has not been stored. */
export interface Draft {
  readonly form: "change" | "send back" | null;
  readonly status: ReviewedStatus | null;
  readonly reasonCode: string | null;
  readonly reason: string;
  readonly assigneeId: string | null;
  readonly dueDate: string;
}

const EMPTY: Draft = { form: null, status: null, reasonCode: null, reason: "", assigneeId: null, dueDate: "" };
const drafts = new Map<string, Draft>();

/** Stays until it is stored or given up, also while another panel or requirement is in front. */
export function useDraft(key: string) {
  const [draft, setDraft] = useState(drafts.get(key) ?? EMPTY);
  return {
    draft,
    change(part: Partial<Draft>) {
      const next = { ...(drafts.get(key) ?? EMPTY), ...part };
      drafts.set(key, next);
      setDraft(next);
    },
    discard() {
      drafts.delete(key);
      setDraft(EMPTY);
    },
  };
}
