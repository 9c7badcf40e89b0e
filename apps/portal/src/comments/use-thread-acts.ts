import type { Comment, NewComment } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

function useRefresh(runId: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["comments", runId] }),
      queries.invalidateQueries({ queryKey: ["comments", "mentions"] }),
      queries.invalidateQueries({ queryKey: ["comments", "unread"] }),
    ]);
}

export function useAddComment(runId: string) {
  const refresh = useRefresh(runId);
  return useMutation({
    mutationFn: async (comment: NewComment) => (await assay()).comments.add(runId, comment),
    onSettled: refresh,
  });
}

export function useRedactComment(runId: string) {
  const refresh = useRefresh(runId);
  return useMutation({
    mutationFn: async (commentId: string) => (await assay()).comments.redact(runId, commentId),
    onSettled: refresh,
  });
}

/** Notes what is shown as read, where somebody else wrote the last of it. */
export function useMarkRead(runId: string, requirementId: string | null, shown: readonly Comment[], unread: number) {
  const refresh = useRefresh(runId);
  const { mutate } = useMutation({
    mutationFn: async (sequence: number) => (await assay()).comments.markRead(runId, { requirementId, sequence }),
    onSettled: refresh,
  });
  const last = unread > 0 ? shown.at(-1)?.sequence : undefined;
  useEffect(() => {
    if (last !== undefined) mutate(last);
  }, [last, mutate]);
}
