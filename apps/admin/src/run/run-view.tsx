import { AssayApiError } from "@assay/client";
import type { AdminRunDetails } from "@assay/client/admin";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatMoment } from "@assay/site/format";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { useSearch } from "@assay/site/location";
import { PackageDownload } from "@assay/site/package-download";
import { buttonClasses, EmptyState, SkeletonList } from "@assay/ui";
import { SearchX } from "lucide-react";
import { Page } from "../app/page.tsx";
import { Section } from "../app/section.tsx";
import { clientsOf, hrefTo, useTenantId } from "../app/tenant.ts";
import { useParam } from "../app/use-param.ts";
import { CancelRun } from "./run-acts.tsx";
import { RunEvidence } from "./run-evidence.tsx";
import { RunExceptions } from "./run-exceptions.tsx";
import { RunExports } from "./run-exports.tsx";
import { RunFacts } from "./run-facts.tsx";
import { RunLead } from "./run-lead.tsx";
import { RunLinks } from "./run-links.tsx";
import { RunPeople } from "./run-people.tsx";
import { RunPins } from "./run-pins.tsx";
import { RunReplay } from "./run-replay.tsx";
import { RunState } from "./run-state.tsx";
import { RunSteps } from "./run-steps.tsx";
import { RunVerdicts } from "./run-verdicts.tsx";
import { useRunDetails } from "./use-run-details.ts";

const BACK = { href: "/runs", label: "Runs" };

/** A run in all its parts: how it is, what it did, pinned, judged and made, and whether it can be replayed. */
export default function RunView() {
  const runId = useParam("runId");
  const { data: details, error, refetch } = useRunDetails(runId);
  const back = { ...BACK, href: hrefTo(BACK.href) };
  if (!details)
    return (
      <Page title="Run" back={back}>
        {error ? (
          <Missing error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonList label="Loading the run" rows={14} />
        )}
      </Page>
    );
  const { run } = details;
  return (
    <Page
      title={run.name ? <bdi>{run.name}</bdi> : `Run of ${formatMoment(run.createdAt)}`}
      back={back}
      actions={
        <>
          {isActive(run) && <CancelRun run={run} />}
          <RunLinks run={run} />
        </>
      }
      lead={<RunLead run={run} />}
    >
      <RunState details={details} />
      {run.status === "FAILED" ? <FailedParts details={details} /> : <Parts details={details} />}
    </Page>
  );
}

function Parts({ details }: { details: AdminRunDetails }) {
  const { run } = details;
  const tenantId = useTenantId();
  return (
    <>
      <RunVerdicts details={details} />
      <RunPeople run={run} />
      <RunSteps details={details} />
      <RunPins details={details} />
      <RunReplay details={details} />
      <RunEvidence run={run} />
      <RunExceptions run={run} />
      {run.snapshotStatus === "CAPTURED" && (
        <Section title="Sealed package">
          <PackageDownload runId={run.id} open={async () => (await clientsOf(tenantId)).assay} />
        </Section>
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        <RunExports run={run} />
        <RunFacts details={details} />
      </div>
    </>
  );
}

/** How far it came first; what a run that failed does not have is behind one line. */
function FailedParts({ details }: { details: AdminRunDetails }) {
  const { run } = details;
  const replayAsked = useSearch().get("replay") === "1";
  const isJudged = run.assessedCount > 0;
  const isStarted = run.startedAt !== null;
  const absent = [
    ...(isJudged ? [] : ["verdicts"]),
    ...(isStarted ? [] : ["evidence set"]),
    ...(run.snapshotStatus === "CAPTURED" ? [] : ["snapshot"]),
    "exports",
  ];
  return (
    <>
      <RunSteps details={details} />
      {isJudged && <RunVerdicts details={details} />}
      <RunPins details={details} />
      {isStarted && <RunEvidence run={run} />}
      <RunExceptions run={run} />
      <RunFacts details={details} />
      <details open={replayAsked} className="rounded-lg border border-line">
        <summary className="px-4 py-3 text-sm text-muted">It failed before it had {absent.join(", ")}.</summary>
        <div className="flex flex-col gap-5 border-t border-line p-4">
          {!isJudged && <RunVerdicts details={details} />}
          {!isStarted && <RunEvidence run={run} />}
          <RunReplay details={details} />
          <RunExports run={run} />
        </div>
      </details>
    </>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof AssayApiError && error.status === 404))
    return <ErrorPanel title="The run cannot be shown" error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={<SearchX size={22} aria-hidden />}
      title="This run does not exist"
      action={
        <Link href={hrefTo("/runs")} className={buttonClasses()}>
          Go to the runs
        </Link>
      }
    >
      Its id may be mistyped, or it belongs to another tenant.
    </EmptyState>
  );
}
