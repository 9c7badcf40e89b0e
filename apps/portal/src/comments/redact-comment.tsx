import type { Comment } from "@assay/client";
import { RedactDialog } from "../redaction/redact-dialog.tsx";
import { CommentText } from "./comment-text.tsx";
import { useRedactComment } from "./use-thread-acts.ts";

/** Asks before the text of a comment is taken away. */
export function RedactComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const redact = useRedactComment(comment.runId);
  return (
    <RedactDialog
      title="Redact this comment?"
      by={redact}
      onRedact={() => redact.mutate(comment.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <CommentText comment={comment} />
    </RedactDialog>
  );
}
