import type { Comment } from "@assay/client";
import { DamagedRows } from "@assay/site/damaged-rows";
import { ErrorPanel } from "@assay/site/error-panel";
import { useMay, useSession } from "@assay/site/use-session";
import { SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CommentForm } from "./comment-form.tsx";
import { CommentItem } from "./comment-item.tsx";
import { commentCountsQuery, threadQuery } from "./queries.ts";
import { RedactComment } from "./redact-comment.tsx";
import { useCommentKinds } from "./use-comment-kinds.ts";
import { useMarkRead } from "./use-thread-acts.ts";

export interface ThreadProps {
  runId: string;
  /** Null: about the whole run. */
  requirementId: string | null;
  /** Puts the focus into the form. */
  isWriting?: boolean;
}

/** What is said of a requirement or of the whole run, the oldest first, and where more is written. */
export default function Thread({ runId, requirementId, isWriting = false }: ThreadProps) {
  const thread = useQuery(threadQuery(runId, requirementId));
  const counts = useQuery(commentCountsQuery(runId));
  const { data: session } = useSession();
  const kinds = useCommentKinds();
  const mayRedact = useMay("ADMIN");
  const [answered, setAnswered] = useState<Comment>();
  const [redacted, setRedacted] = useState<Comment>();
  const shown = thread.data?.items ?? [];
  const unread = counts.data?.requirements.find((each) => each.requirementId === requirementId)?.unread ?? 0;
  useMarkRead(runId, requirementId, shown, unread);
  // What is shown counts as read at once; the marks stay as long as the thread is looked at.
  const firstUnread = useRef(Number.POSITIVE_INFINITY);

  if (thread.isPending) return <SkeletonList label="Loading comments" rows={2} />;
  if (!thread.data)
    return (
      <ErrorPanel title="The comments cannot be shown" error={thread.error} onRetry={() => void thread.refetch()} />
    );
  firstUnread.current = Math.min(firstUnread.current, firstUnreadOf(shown, unread, session?.actorId));
  return (
    <div className="flex flex-col gap-3">
      <DamagedRows ids={thread.data.damaged} what="comments" />
      {shown.length > 0 ? (
        <ul aria-label="Comments" className="flex flex-col">
          {shown.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              isOwn={comment.authorId === session?.actorId}
              isUnread={comment.sequence >= firstUnread.current && comment.authorId !== session?.actorId}
              onAnswer={kinds.includes("COMMENT") ? setAnswered : undefined}
              onRedact={mayRedact ? setRedacted : undefined}
            />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">Nobody has commented yet.</p>
      )}
      {kinds.length > 0 ? (
        <CommentForm
          {...{ runId, requirementId, kinds, isWriting }}
          answered={answered}
          onAnswerEnd={() => setAnswered(undefined)}
        />
      ) : (
        session && <p className="text-xs text-muted">Commenting needs the Member role or the right to review.</p>
      )}
      {redacted && <RedactComment comment={redacted} onClose={() => setRedacted(undefined)} />}
    </div>
  );
}

/** The sequence from which others' comments are unread. */
function firstUnreadOf(shown: readonly Comment[], unread: number, self: string | undefined): number {
  const others = shown.filter(({ authorId }) => authorId !== self);
  return unread === 0 ? Number.POSITIVE_INFINITY : (others.at(-unread)?.sequence ?? 0);
}
