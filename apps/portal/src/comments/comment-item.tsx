import type { Comment } from "@assay/client";
import { formatDateTime } from "@assay/site/format";
import { Badge, Button, IconButton } from "@assay/ui";
import { CornerDownRight, Eraser } from "lucide-react";
import { CommentText } from "./comment-text.tsx";

export interface CommentItemProps {
  comment: Comment;
  isOwn: boolean;
  isUnread: boolean;
  /** Undefined where the user may not. */
  onAnswer: ((comment: Comment) => void) | undefined;
  onRedact: ((comment: Comment) => void) | undefined;
}

export function CommentItem({ comment, isOwn, isUnread, onAnswer, onRedact }: CommentItemProps) {
  const { authorId, authorName, createdAt, kind, answeredById, answersId, redactedAt } = comment;
  const isRequest = kind === "REQUEST";
  const isOpen = isRequest && answeredById === null && redactedAt === null;
  return (
    <li data-comment={comment.id} className="group flex flex-col gap-1 border-b border-line py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        {isUnread && (
          <>
            <span aria-hidden className="size-2 shrink-0 rounded-full bg-accent" />
            <span className="sr-only">Unread:</span>
          </>
        )}
        <bdi className="min-w-0 truncate font-medium text-text" title={authorName}>
          {authorName}
        </bdi>
        {isOwn && <span>(you)</span>}
        {authorId.startsWith("link:") && <span>Auditor’s link</span>}
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatDateTime(createdAt)}
        </time>
        {isRequest && (
          <Badge
            tone={isOpen ? "partial" : "complete"}
            label={isOpen ? "Evidence asked for" : describeClosed(comment)}
          />
        )}
        {answersId && (
          <span className="inline-flex items-center gap-1">
            <CornerDownRight size={12} aria-hidden />
            Answers a request
          </span>
        )}
        {onRedact && redactedAt === null && (
          <IconButton
            label={`Redact the comment of ${authorName}`}
            icon={<Eraser size={14} aria-hidden />}
            className="ms-auto -my-1 size-6"
            onClick={() => onRedact(comment)}
          />
        )}
      </div>
      <CommentText comment={comment} />
      {isOpen && onAnswer && (
        <div>
          <Button onClick={() => onAnswer(comment)}>Answer</Button>
        </div>
      )}
    </li>
  );
}

function describeClosed({ answeredById }: Comment): string {
  return answeredById ? "Evidence request, answered" : "Evidence request";
}
