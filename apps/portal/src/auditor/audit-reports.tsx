import type { Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import { PackageDownload } from "@assay/site/package-download";
import { Part } from "@assay/site/part";
import { RunExceptionList } from "../exceptions/run-exception-list.tsx";
import { ExportList } from "../exports/export-list.tsx";
import { ReportDownloads } from "../exports/report-downloads.tsx";

/** What is next to the verdicts of the run, and its files, to keep. */
export function AuditReports({ run }: { run: Run }) {
  return (
    <section aria-labelledby="reports-title" className="mx-auto flex max-w-3xl flex-col gap-4 p-4">
      <h2 id="reports-title" className="text-base font-semibold">
        Reports
      </h2>
      {run.status === "COMPLETED" ? (
        <>
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
        </>
      ) : (
        <p className="text-sm text-muted">A run has reports once it is completed.</p>
      )}
    </section>
  );
}
