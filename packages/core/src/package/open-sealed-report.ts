import { EXPORT_MEDIA_TYPES, type SealedReportFormat } from "@assay/contract";
import { writeAssessmentResults } from "../oscal/index.ts";
import type { RunReport } from "../reports/index.ts";
import type { Context } from "../tenancy/context.ts";
import type { PackageServices } from "./ensure-checkpoint.ts";
import { toOscalSource } from "./oscal/to-oscal-source.ts";
import type { PackageState } from "./package-state.ts";
import { readPackageState } from "./read-package-state.ts";
import { writeReportDocx } from "./report/word/write-report-docx.ts";
import { writeReportHtml } from "./report/write-report-html.ts";

type State = Omit<PackageState, "originals">;

interface Format {
  readonly extension: string;
  write(state: State): AsyncIterable<Uint8Array>;
}

const FORMATS: Readonly<Record<SealedReportFormat, Format>> = {
  oscal: { extension: "oscal.json", write: writeOscal },
  html: { extension: "html", write: writeReportHtml },
  docx: { extension: "docx", write: writeReportDocx },
};

/** A file of the run's package, byte for byte, or its report for Word. Throws as `readPackageState` does. */
export async function openSealedReport(
  ctx: Context,
  services: PackageServices,
  { runId, format }: { readonly runId: string; readonly format: SealedReportFormat },
): Promise<RunReport> {
  const { extension, write } = FORMATS[format];
  return {
    filename: `assay-report-${runId}.${extension}`,
    mediaType: EXPORT_MEDIA_TYPES[format],
    bytes: write(await readPackageState(ctx, services, runId)),
  };
}

async function* writeOscal(state: State): AsyncGenerator<Uint8Array, undefined> {
  yield new TextEncoder().encode(await writeAssessmentResults(toOscalSource(state)));
}
