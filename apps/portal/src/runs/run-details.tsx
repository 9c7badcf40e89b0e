import type { Run } from "@assay/client";
import { describeStarter } from "@assay/site/describe-starter";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatDateTime } from "@assay/site/format";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { BASE, hrefWith, setSearch } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { RunBadge } from "@assay/site/run-status";
import { buttonClasses, IconButton, SkeletonList } from "@assay/ui";
import { ArrowLeft, GitCompareArrows, PanelsTopLeft } from "lucide-react";
import { ExportList } from "../exports/export-list.tsx";
import { RunDocuments } from "./run-documents.tsx";
import { RunFailure } from "./run-failure.tsx";
import { RunPins } from "./run-pins.tsx";
import { RunProgress } from "./run-progress.tsx";
import { RunResults } from "./run-results.tsx";
import { StepList } from "./step-list.tsx";
import { useRunProgress } from "./use-run-progress.ts";

/** A run as it goes, and when it is over what came of it. */
export function RunDetails({ runId }: { runId: string }) {
  const { data, error, isLive, refetch } = useRunProgress(runId);
  if (!data)
    return error ? (
      <ErrorPanel title="The run cannot be shown" error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonList label="Loading the run" rows={9} />
    );
  const { run, steps } = data;
  return (
    <section
      aria-labelledby="run-title"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-full overflow-y-auto outline-offset-[-2px]"
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 py-4 lg:px-6">
        <Head run={run} />
        {isActive(run) && <RunProgress run={run} steps={steps} isLive={isLive} error={error} />}
        {run.status === "FAILED" && <RunFailure run={run} steps={steps} />}
        {run.status === "COMPLETED" && <RunResults run={run} />}
        {run.status === "COMPLETED" && (
          <Part title="Exports">
            <ExportList run={run} />
          </Part>
        )}
        <Part title="Documents">
          <RunDocuments run={run} />
        </Part>
        <Part title="Steps">
          <StepList steps={steps} />
        </Part>
        <Part title="Pinned">
          <RunPins run={run} />
        </Part>
      </div>
    </section>
  );
}

function Head({ run }: { run: Run }) {
  return (
    <header className="flex flex-wrap items-center gap-2">
      <IconButton
        label="Back to the history"
        icon={<ArrowLeft size={16} aria-hidden />}
        className="lg:hidden"
        onClick={() => setSearch({ run: null })}
      />
      <h2 id="run-title" className="min-w-0 flex-1 text-base font-semibold">
        {run.name ? <bdi>{run.name}</bdi> : `Run of ${formatDateTime(run.createdAt)}`}
      </h2>
      <RunBadge status={run.status} />
      <p className="w-full text-sm break-words text-muted">
        {run.name && `${formatDateTime(run.createdAt)}. `}
        {describeStarter(run)}
        {run.continuedFromRunId && (
          <>
            . It continues{" "}
            <Link href={hrefWith({ run: run.continuedFromRunId, status: null })} className="text-accent underline">
              an earlier run
            </Link>
          </>
        )}
      </p>
      <div className="flex w-full flex-wrap gap-2">
        <Link
          href={`${BASE}?run=${run.id}`}
          className={buttonClasses(run.status === "COMPLETED" ? "primary" : "secondary")}
        >
          <PanelsTopLeft size={14} aria-hidden />
          {isActive(run) ? "Verdicts so far" : "Open the verdicts"}
        </Link>
        {!isActive(run) && (
          <Link href={`${BASE}/runs/compare?run=${run.id}`} className={buttonClasses()}>
            <GitCompareArrows size={14} aria-hidden />
            Compare
          </Link>
        )}
      </div>
    </header>
  );
}
