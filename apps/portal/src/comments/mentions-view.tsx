import type { MentionPage } from "@assay/client";
import { DamagedRows } from "@assay/site/damaged-rows";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { BASE } from "@assay/site/location";
import { EmptyState } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { AtSign } from "lucide-react";
import { CommentText } from "./comment-text.tsx";
import { mentionsQuery } from "./queries.ts";
import { UnreadDot } from "./unread-dot.tsx";

type Mention = Extract<MentionPage["mentions"][number], { runName: string | null }>;

/** Find where others mention you, the newest first. */
export default function MentionsView() {
  const mentions = useQuery(mentionsQuery);
  return (
    <section aria-labelledby="mentions-title" className="flex h-full flex-col overflow-y-auto bg-surface">
      <h1 id="mentions-title" className="px-4 pt-3 pb-2 text-base font-semibold">
        Mentions
      </h1>
      <Loaded
        query={mentions}
        what="mentions"
        failure="The mentions cannot be shown"
        isEmpty={(page) => page.mentions.length === 0}
        empty={
          <EmptyState icon={<AtSign size={24} aria-hidden />} title="Nobody has mentioned you yet">
            Comments with @ and your e-mail appear here.
          </EmptyState>
        }
      >
        {({ mentions }) => (
          <>
            <DamagedRows ids={mentions.flatMap((each) => ("damaged" in each ? each.id : []))} what="mentions" />
            <ul aria-label="Mentions" className="flex flex-col border-t border-line">
              {mentions.map((each) => "comment" in each && <MentionRow key={each.comment.id} mention={each} />)}
            </ul>
          </>
        )}
      </Loaded>
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
