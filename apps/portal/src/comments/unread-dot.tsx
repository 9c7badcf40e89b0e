import { useSearchParam } from "@assay/site/location";
import { useQuery } from "@tanstack/react-query";
import { isAuditor } from "../app/verdict-href.ts";
import { useSelectedRun } from "../workspace/use-run.ts";
import { commentCountsQuery, unreadRunsQuery } from "./queries.ts";

/** A dot where something is unread; its number in words for those who do not see it. */
export function UnreadDot({ unread }: { unread: number }) {
  if (unread === 0) return null;
  const label = unread === 1 ? "1 unread comment" : `${unread} unread comments`;
  return (
    <span className="inline-flex shrink-0 items-center" title={label}>
      <span aria-hidden className="size-2 rounded-full bg-accent" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** The dot of a requirement of the run that is shown; nothing is unread to an auditor. */
export function RequirementUnreadDot({ requirementId }: { requirementId: string }) {
  return isAuditor() ? null : <DotOfRequirement requirementId={requirementId} />;
}

function DotOfRequirement({ requirementId }: { requirementId: string }) {
  const { run } = useSelectedRun();
  const asked = useSearchParam("run");
  const { data: unread = 0 } = useQuery({
    ...commentCountsQuery(run?.id ?? asked ?? ""),
    enabled: Boolean(run),
    select: ({ requirements }) => requirements.find((each) => each.requirementId === requirementId)?.unread ?? 0,
  });
  return <UnreadDot unread={unread} />;
}

/** The dot of a run in a list of runs. */
export function RunUnreadDot({ runId }: { runId: string }) {
  const { data } = useQuery(unreadRunsQuery);
  return <UnreadDot unread={data?.get(runId) ?? 0} />;
}
