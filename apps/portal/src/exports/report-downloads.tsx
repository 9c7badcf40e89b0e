import type { ReportFormat, Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import { messageOf } from "@assay/site/error-panel";
import { saveFile } from "@assay/site/save-file";
import { Button } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

const FORMATS: readonly { format: ReportFormat; name: string }[] = [
  { format: "xlsx", name: "Excel workbook" },
  { format: "csv", name: "CSV" },
];
/** Of the run's package, which only a captured run has. */
const SEALED: typeof FORMATS = [
  { format: "html", name: "Page to print" },
  { format: "docx", name: "Word document" },
  { format: "oscal", name: "OSCAL" },
];

/** The verdicts next to what people say of them now, and how that differs from the exports. */
export function ReportDownloads({ run }: { run: Run }) {
  const download = useMutation({
    mutationFn: async (format: ReportFormat) =>
      saveFile(
        await (await assay()).runs.report(run.id, format),
        `assay-report-${run.id}.${format === "oscal" ? "oscal.json" : format}`,
      ),
  });
  const formats = run.snapshotStatus === "CAPTURED" ? [...FORMATS, ...SEALED] : FORMATS;
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line px-3 py-2 text-sm">
      <p className="text-muted">
        A report is made when you download it, with the reviews, exceptions and sign-offs beside the verdicts; the
        exports were made when the run ended, hold no reviews and never change.
      </p>
      <div className="flex flex-wrap gap-2">
        {formats.map(({ format, name }) => (
          <Button
            key={format}
            icon={<Download size={14} aria-hidden />}
            busy={download.isPending && download.variables === format}
            disabled={download.isPending}
            aria-label={`Download the report as ${name}`}
            onClick={() => download.mutate(format)}
          >
            {name}
          </Button>
        ))}
      </div>
      <p role="alert" className="text-xs text-missing empty:hidden">
        {download.error && `The report has not been made. ${messageOf(download.error)}`}
      </p>
    </div>
  );
}
