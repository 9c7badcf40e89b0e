import type { Comment } from "@assay/client";
import { splitMentions } from "./split-mentions.ts";

/** As it was written: text and nothing else, and no direction of it reaches what is around. */
export function CommentText({ comment }: { comment: Comment }) {
  if (comment.text === null) return <p className="text-sm text-muted italic">Redacted by an administrator</p>;
  return (
    <p dir="auto" className="text-sm break-words whitespace-pre-wrap [unicode-bidi:isolate]">
      {splitMentions(comment.text, comment.mentions).map(({ text, isMention }, at) =>
        isMention ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that never changes
          <bdi key={at} className="font-medium text-accent">
            {text}
          </bdi>
        ) : (
          text
        ),
      )}
    </p>
  );
}
