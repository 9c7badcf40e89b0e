import { Part } from "@assay/site/part";
import { Button, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { hasCommentDraft } from "./comment-drafts.ts";
import { commentCountsQuery } from "./queries.ts";
import { useCommentKinds } from "./use-comment-kinds.ts";

// With its form it is as large as the rest of the pane: loaded where something was said, or somebody wants to say it.
const Thread = lazy(() => import("./thread.tsx"));

/** What is said of one requirement of a run. */
export function RequirementComments({ runId, requirementId }: { runId: string; requirementId: string }) {
  const { data: counts } = useQuery(commentCountsQuery(runId));
  const kinds = useCommentKinds();
  const [isWriting, setWriting] = useState(() => hasCommentDraft(runId, requirementId));
  const total = counts?.requirements.find((each) => each.requirementId === requirementId)?.total ?? 0;
  return (
    <Part title="Comments">
      {total > 0 || isWriting ? (
        <Suspense fallback={<SkeletonList label="Loading comments" rows={2} />}>
          <Thread {...{ runId, requirementId, isWriting }} />
        </Suspense>
      ) : kinds.length > 0 ? (
        <div>
          <Button onClick={() => setWriting(true)} icon={<MessageSquarePlus size={14} aria-hidden />}>
            {kinds.includes("COMMENT") ? "Comment" : "Ask for evidence"}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">Nobody has commented yet.</p>
      )}
    </Part>
  );
}
