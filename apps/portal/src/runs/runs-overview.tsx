import type { Run } from "@assay/client";
import { formatCount, formatPercent, formatWhen } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { BASE, hrefWith } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { SignedMark } from "@assay/site/signed-mark";
import { useSession } from "@assay/site/use-session";
import { sharesOf } from "@assay/site/verdict-counts";
import { buttonClasses, EmptyState, SharesBar, Skeleton, SkeletonList, Stat, Stats } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, ListTree, PanelsTopLeft } from "lucide-react";
import { summaryQuery } from "../documents/summary-query.ts";
import { MarkCovered } from "../exceptions/run-exceptions.tsx";
import { recentRunsQuery } from "../workspace/use-run.ts";
import { nameOfRun } from "./name-of-run.ts";
import { PackStandings } from "./pack-standings.tsx";
import { RunResults } from "./run-results.tsx";
import { usePackName } from "./use-pack-name.ts";

const TREND_RUNS = 10;

/** Where the tenant is, where no run is chosen: the newest verdicts, how they moved, and what they do not know yet. */
export function RunsOverview() {
  const { data: recent } = useQuery(recentRunsQuery);
  const { data: session } = useSession();
  const packNameOf = usePackName();
  if (!recent || !session) return <SkeletonList label="Loading the overview" rows={9} />;
  const completed = recent.filter(({ status }) => status === "COMPLETED");
  const [newest] = completed;
  if (!newest)
    return (
      <EmptyState icon={<ListTree size={20} aria-hidden />} title="No finished run yet">
        After the first run, this shows the newest verdicts, how they changed from run to run, and what needs attention.
      </EmptyState>
    );
  const standings = session.packs.map(({ id, name }) => ({
    packId: id,
    packName: name,
    run: completed.find(({ packId }) => packId === id),
  }));
  const samePack = completed.filter(({ packId }) => packId === newest.packId).slice(0, TREND_RUNS);
  return (
    <section
      aria-labelledby="overview-title"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-full overflow-y-auto outline-offset-[-2px]"
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-6 p-6">
        <header className="flex flex-wrap items-center gap-2">
          <div className="min-w-0 flex-1">
            <h2 id="overview-title" className="text-base font-semibold">
              Where you stand
            </h2>
            <p className="text-xs text-muted">By the newest completed run of each pack</p>
          </div>
          {samePack.length > 1 && (
            <Link href={`${BASE}/runs/compare?run=${newest.id}`} className={buttonClasses()}>
              <GitCompareArrows size={14} aria-hidden />
              Compare
            </Link>
          )}
          <Link href={`${BASE}?run=${newest.id}`} className={buttonClasses()}>
            <PanelsTopLeft size={14} aria-hidden />
            Open the verdicts
          </Link>
        </header>
        <PackStandings standings={standings} />
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          <span>
            Below, the newest of them: {nameOfRun(newest)}, of <bdi>{packNameOf(newest)}</bdi>
          </span>
          <SignedMark run={newest} />
        </p>
        <MarkCovered run={newest}>
          <RunResults run={newest} />
        </MarkCovered>
        {samePack.length > 1 && (
          <Part title="From run to run">
            <Trend runs={samePack} />
          </Part>
        )}
        <Part title="Evidence since then">
          <NewEvidence since={newest} />
        </Part>
      </div>
    </section>
  );
}

function Trend({ runs }: { runs: readonly Run[] }) {
  return (
    <ol aria-label="From run to run" className="flex flex-col">
      {runs.map((run) => (
        <li key={run.id}>
          <Link
            href={hrefWith({ run: run.id, start: null })}
            title={nameOfRun(run)}
            className="-mx-2 grid h-8 grid-cols-[11rem_minmax(0,1fr)_3rem] items-center gap-3 rounded-md px-2 text-xs text-muted transition-colors hover:bg-hover"
          >
            <span className="flex items-center gap-1.5">
              <time dateTime={run.createdAt} className="tabular-nums">
                {formatWhen(run.createdAt)}
              </time>
              <SignedMark run={run} />
            </span>
            <SharesBar className="h-2" shares={sharesOf(run)} />
            <span className="text-end font-medium text-text tabular-nums">
              {formatPercent(run.completeCount, run.totalRequirements)}
              <span className="sr-only"> complete</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function NewEvidence({ since }: { since: Run }) {
  const { data: all } = useQuery(summaryQuery());
  const { data: newer } = useQuery(summaryQuery(since.createdAt));
  if (!all || !newer) return <Skeleton className="h-20" />;
  return (
    <>
      <Stats className="sm:grid-cols-3">
        <Stat label="Uploaded since" value={newer.documents.toLocaleString()} />
        <Stat label="Being read" tone="active" value={all.waiting.toLocaleString()} />
        <Stat label="Failed in all" tone="missing" value={all.failed.toLocaleString()} />
      </Stats>
      <p className="text-sm text-muted">
        {newer.ready > 0
          ? `${formatCount(newer.ready, "document")} became ready after this run: a new run includes ${newer.ready === 1 ? "it" : "them"}.`
          : "A new run would find no newer evidence than this one."}
      </p>
    </>
  );
}
