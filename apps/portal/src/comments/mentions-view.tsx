import type { MentionPage } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { EmptyState, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { AtSign } from "lucide-react";
import { CommentText } from "./comment-text.tsx";
import { mentionsQuery } from "./queries.ts";
import { UnreadDot } from "./unread-dot.tsx";

type Mention = MentionPage["mentions"][number];

/** Where others mentioned the user, the newest first. */
export default function MentionsView() {
  const mentions = useQuery(mentionsQuery);
  return (
    <section aria-labelledby="mentions-title" className="flex h-full flex-col overflow-y-auto bg-surface">
      <h1 id="mentions-title" className="px-4 pt-3 pb-2 text-base font-semibold">
        Mentions
      </h1>
      {mentions.isPending ? (
        <SkeletonList label="Loading mentions" rows={6} />
      ) : !mentions.data ? (
        <ErrorPanel
          title="The mentions cannot be shown"
          error={mentions.error}
          onRetry={() => void mentions.refetch()}
        />
      ) : mentions.data.mentions.length === 0 ? (
        <EmptyState icon={<AtSign size={24} aria-hidden />} title="Nobody has mentioned you yet">
          Comments with @ and your e-mail appear here.
        </EmptyState>
      ) : (
        <ul aria-label="Mentions" className="flex flex-col border-t border-line">
          {mentions.data.mentions.map((mention) => (
            <MentionRow key={mention.comment.id} mention={mention} />
          ))}
        </ul>
      )}
    </section>
  );
}

function MentionRow({ mention: { comment, runName, unread } }: { mention: Mention }) {
  const { requirementId } = comment;
  return (
    <li className="flex flex-col gap-1 border-b border-line px-4 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        <UnreadDot unread={unread ? 1 : 0} />
        <bdi className="font-medium text-text">{comment.authorName}</bdi>
        <time dateTime={comment.createdAt}>{formatDateTime(comment.createdAt)}</time>
        <Link href={hrefOf(comment)} className="text-accent underline-offset-2 hover:underline">
          {requirementId === null ? "Discussion of the run" : `Requirement ${requirementId}`}
        </Link>
        {runName && <bdi className="min-w-0 truncate">{runName}</bdi>}
      </p>
      <div className="max-w-prose">
        <CommentText comment={comment} />
      </div>
    </li>
  );
}

function hrefOf({ runId, requirementId }: Mention["comment"]): string {
  return requirementId === null
    ? `${BASE}/runs?run=${runId}&tab=discussion`
    : `${BASE}?run=${runId}&requirement=${encodeURIComponent(requirementId)}`;
}
