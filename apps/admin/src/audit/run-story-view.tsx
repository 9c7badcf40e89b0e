import type { Run } from "@assay/client";
import type { AuditEntry, AuditPage } from "@assay/client/admin";
import { describeTrigger } from "@assay/site/describe-trigger";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { formatDuration } from "@assay/site/format-duration";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { RunBadge } from "@assay/site/run-status";
import { SignedMark } from "@assay/site/signed-mark";
import { buttonClasses, SkeletonList } from "@assay/ui";
import { ListTree, ScrollText, Waypoints } from "lucide-react";
import { Page } from "../app/page.tsx";
import { type Clients, hrefTo } from "../app/tenant.ts";
import { useParam } from "../app/use-param.ts";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { buildStory } from "./build-story.ts";
import { shortId } from "./name-in-entry.ts";
import { StoryTimeline } from "./story-timeline.tsx";

const PAGE_LIMIT = 200;
const LOOK_MS = 2000;

/** What happened to a run, from the audit log alone, next to the times that its steps keep. */
export default function RunStoryView() {
  const runId = useParam("runId");
  const story = useTenantQuery({
    key: ["audit", "story", runId],
    load: (clients, options) => loadStory(clients, runId, options),
    refetchInterval: ({ state }) => (state.data && isActive(state.data.run) ? LOOK_MS : false),
  });
  const { data, error, refetch } = story;
  return (
    <Page
      title={data?.run.name ? `The story of ${data.run.name}` : `The story of run ${shortId(runId)}`}
      back={{ href: hrefTo("/audit"), label: "Audit log" }}
      lead={data && <Lead run={data.run} count={data.entries.length} />}
      actions={<StoryLinks runId={runId} />}
    >
      {data ? (
        <StoryTimeline chapters={buildStory(data.entries, data.steps)} names={data.names} runId={runId} />
      ) : error ? (
        <ErrorPanel title="The run's story cannot be shown" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList label="Loading the run's story" rows={10} />
      )}
    </Page>
  );
}

function Lead({ run, count }: { run: Run; count: number }) {
  const ended = run.completedAt ?? run.failedAt;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <RunBadge status={run.status} />
      <SignedMark run={run} />
      <span>{describeTrigger(run)}.</span>
      {ended && <span>It took {formatDuration(Date.parse(ended) - Date.parse(run.createdAt))}.</span>}
      <span>{formatCount(count, "entry", "entries")} of the audit log describe it.</span>
      {run.failureReason && <span className="w-full text-missing">{run.failureReason}</span>}
    </span>
  );
}

function StoryLinks({ runId }: { runId: string }) {
  return (
    <>
      <Link href={hrefTo("/audit", { runId })} className={buttonClasses()}>
        <ScrollText size={14} aria-hidden />
        Its entries
      </Link>
      <Link href={hrefTo(`/traces/${runId}`)} className={buttonClasses()}>
        <Waypoints size={14} aria-hidden />
        Trace
      </Link>
      <Link href={hrefTo(`/runs/${runId}`)} className={buttonClasses()}>
        <ListTree size={14} aria-hidden />
        Run details
      </Link>
    </>
  );
}

async function loadStory({ assay, admin }: Clients, runId: string, options: { signal: AbortSignal }) {
  const run = await assay.runs.get(runId, options);
  const steps = await assay.runs.steps(runId, options);
  const entries: AuditEntry[] = [];
  const names: AuditPage["names"] = {};
  let cursor: string | undefined;
  do {
    const page: AuditPage = await admin.audit.page({ runId, limit: PAGE_LIMIT, cursor, ...options });
    entries.push(...page.entries);
    Object.assign(names, page.names);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { run, steps, entries, names };
}
