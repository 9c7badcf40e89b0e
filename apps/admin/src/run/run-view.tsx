import { AssayApiError } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { buttonClasses, EmptyState, SkeletonList } from "@assay/ui";
import { SearchX } from "lucide-react";
import { Page } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useParam } from "../app/use-param.ts";
import { RunActs } from "./run-acts.tsx";
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

/** A run in all its parts: how it stands, what it did, pinned, judged and made, and whether it can be replayed. */
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
      title={run.name ? <bdi>{run.name}</bdi> : `Run of ${formatDateTime(run.createdAt)}`}
      back={back}
      actions={
        <>
          <RunActs run={run} />
          <RunLinks run={run} />
        </>
      }
      lead={<RunLead run={run} />}
    >
      <RunState details={details} />
      <RunVerdicts details={details} />
      <RunPeople run={run} />
      <RunSteps details={details} />
      <RunPins details={details} />
      <RunReplay details={details} />
      <RunEvidence run={run} />
      <RunExceptions run={run} />
      <div className="grid gap-5 lg:grid-cols-2">
        <RunExports run={run} />
        <RunFacts details={details} />
      </div>
    </Page>
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
