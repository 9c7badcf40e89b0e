import { assay } from "@assay/site/assay";
import { isActive } from "@assay/site/is-active";
import { NotSealed } from "@assay/site/not-sealed";
import { PackageDownload } from "@assay/site/package-download";
import { Part } from "@assay/site/part";
import { AuditorLinks } from "../auditor-links/auditor-links.tsx";
import { RunExceptionList } from "../exceptions/run-exception-list.tsx";
import { MarkCovered } from "../exceptions/run-exceptions.tsx";
import { ExportList } from "../exports/export-list.tsx";
import { ReportDownloads } from "../exports/report-downloads.tsx";
import { RunFailure } from "./run-failure.tsx";
import { RunProgress } from "./run-progress.tsx";
import { RunResults } from "./run-results.tsx";
import type { RunTabProps } from "./run-tab.ts";

/** How far a run is or what came of it, who is behind it, and what can be given away of it. */
export function RunOverview({ run, steps, isLive, error }: RunTabProps) {
  if (isActive(run)) return <RunProgress run={run} steps={steps} isLive={isLive} error={error} />;
  if (run.status === "FAILED")
    return (
      <>
        <NotSealed runs={[run]} />
        <RunFailure run={run} steps={steps} />
      </>
    );
  return (
    <>
      <NotSealed runs={[run]} />
      <MarkCovered run={run}>
        <RunResults run={run} />
      </MarkCovered>
      <RunExceptionList run={run} />
      <Part title="Report with reviews">
        <ReportDownloads run={run} />
      </Part>
      {run.snapshotStatus === "CAPTURED" && (
        <Part title="Sealed package">
          <PackageDownload runId={run.id} open={assay} />
        </Part>
      )}
      <Part title="Exports">
        <ExportList run={run} />
      </Part>
      <AuditorLinks run={run} />
    </>
  );
}
