import { storedSession } from "@assay/site/auth";
import { useState } from "react";

const drafts = new Map<string, string>();

/** What is being written on a requirement or a run: it outlives another view and a session that ended, not the page. */
export function useCommentDraft(runId: string, requirementId: string | null) {
  const [text, setText] = useState(() => drafts.get(keyOf(runId, requirementId)) ?? "");
  return {
    text,
    change(next: string) {
      if (next === "") drafts.delete(keyOf(runId, requirementId));
      else drafts.set(keyOf(runId, requirementId), next);
      setText(next);
    },
  };
}

export function hasCommentDraft(runId: string, requirementId: string | null): boolean {
  return drafts.has(keyOf(runId, requirementId));
}

/** Who signs in next on this page does not see it. */
function keyOf(runId: string, requirementId: string | null): string {
  return JSON.stringify([storedSession()?.email, runId, requirementId]);
}
