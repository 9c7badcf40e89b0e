import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { useQuery } from "@tanstack/react-query";
import type { RunTabProps } from "../runs/run-tab.ts";
import { commentCountsQuery } from "./queries.ts";
import Thread from "./thread.tsx";
import { UnreadDot } from "./unread-dot.tsx";

/** What is said of the whole run, and where its requirements are talked about. */
export function RunComments({ run }: RunTabProps) {
  const { data: counts } = useQuery(commentCountsQuery(run.id));
  const discussed = counts?.requirements.flatMap(({ requirementId, ...of }) =>
    requirementId === null ? [] : [{ requirementId, ...of }],
  );
  return (
    <>
      <Part title="About the whole run">
        <Thread key={run.id} runId={run.id} requirementId={null} />
      </Part>
      {discussed && discussed.length > 0 && (
        <Part title="About requirements">
          <ul aria-label="Requirements with comments" className="flex flex-col">
            {discussed.map(({ requirementId, total, unread, openRequests }) => (
              <li
                key={requirementId}
                className="flex flex-wrap items-center gap-x-3 border-b border-line py-1.5 text-sm last:border-b-0"
              >
                <UnreadDot unread={unread} />
                <Link
                  href={`${BASE}?run=${run.id}&requirement=${encodeURIComponent(requirementId)}`}
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {requirementId}
                </Link>
                <span className="text-xs text-muted tabular-nums">
                  {total === 1 ? "1 comment" : `${total} comments`}
                  {openRequests > 0 && `, ${openRequests} open ${openRequests === 1 ? "request" : "requests"}`}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}
