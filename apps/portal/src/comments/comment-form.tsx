import type { Comment, CommentKind } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { Button, IconButton } from "@assay/ui";
import { CornerDownRight, Send, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useCommentDraft } from "./comment-drafts.ts";
import { MentionField } from "./mention-field.tsx";
import { useAddComment } from "./use-thread-acts.ts";

const TEXT_MAX = 4000;

export interface CommentFormProps {
  runId: string;
  requirementId: string | null;
  /** What may be written; at least one. */
  kinds: readonly CommentKind[];
  /** Has the focus when it is first shown. */
  isWriting: boolean;
  /** The evidence request that the next comment answers. */
  answered: Comment | undefined;
  onAnswerEnd: () => void;
}

/** Writes a comment or an evidence request. Control or Command with Enter sends it. */
export function CommentForm({ runId, requirementId, kinds, isWriting, answered, onAnswerEnd }: CommentFormProps) {
  const { text, change: setText } = useCommentDraft(runId, requirementId);
  const [asks, setAsks] = useState(false);
  const isRequest = asks || !kinds.includes("COMMENT");
  const form = useRef<HTMLFormElement>(null);
  const add = useAddComment(runId);
  useEffect(() => {
    if (answered || isWriting) form.current?.querySelector("textarea")?.focus();
  }, [answered, isWriting]);

  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "" || add.isPending) return;
    const comment = {
      text,
      ...(requirementId === null ? {} : { requirementId }),
      ...(answered ? { answersId: answered.id } : { kind: isRequest ? ("REQUEST" as const) : ("COMMENT" as const) }),
    };
    add.mutate(comment, {
      onSuccess: () => {
        setText("");
        setAsks(false);
        onAnswerEnd();
      },
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
  };

  return (
    <form ref={form} className="flex flex-col gap-2" onSubmit={send}>
      {answered && (
        <p className="flex items-center gap-1.5 text-xs text-muted">
          <CornerDownRight size={14} aria-hidden className="shrink-0" />
          <span className="min-w-0 flex-1 truncate">
            Answers the request of <bdi>{answered.authorName}</bdi>
          </span>
          <IconButton label="Do not answer it" icon={<X size={14} aria-hidden />} onClick={onAnswerEnd} />
        </p>
      )}
      <MentionField
        label={answered ? "Answer" : "Comment"}
        labelHidden
        placeholder={
          answered ? "Where the evidence is" : isRequest ? "What you ask for" : "Comment, or @ to mention somebody"
        }
        rows={2}
        maxLength={TEXT_MAX}
        value={text}
        onType={setText}
        onKeyDown={onKeyDown}
        error={add.error ? messageOf(add.error) : undefined}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        {answered || kinds.length < 2 ? (
          <span />
        ) : (
          <label className="target inline-flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={isRequest}
              onChange={(event) => setAsks(event.target.checked)}
            />
            Ask for evidence
          </label>
        )}
        <Button
          type="submit"
          look="primary"
          busy={add.isPending}
          disabled={text.trim() === ""}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          icon={<Send size={14} aria-hidden />}
        >
          {answered ? "Answer" : isRequest ? "Ask" : "Comment"}
        </Button>
      </div>
    </form>
  );
}
