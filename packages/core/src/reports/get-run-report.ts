import { AssayError, EXPORT_MEDIA_TYPES, type TableFormat } from "@assay/contract";
import { requireSealedVerdicts } from "../assessments/sealed-verdicts.ts";
import type { WorkbookWriter } from "../ports/workbook-writer.ts";
import { withShownRun } from "../runs/read-runs.ts";
import { requireRows, resultsOf } from "../sealed/index.ts";
import type { Context } from "../tenancy/context.ts";
import { readReportBatches } from "./read-report-batches.ts";
import { readReportHead } from "./read-report-head.ts";
import { writeReport } from "./write-report.ts";

export interface RunReport {
  readonly filename: string;
  readonly mediaType: string;
  /** Made while they are read, with no more than a batch of requirements in memory. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * The verdicts of an ended run next to what people say of them now. Its reviews and comments are those up to the moment of
 * the call. Throws INVALID_STATE for a run that has not ended, INTEGRITY_ERROR for
 * one of which something is stored otherwise than it was sealed.
 */
export async function getRunReport(
  ctx: Context,
  workbook: WorkbookWriter,
  { runId, format }: { readonly runId: string; readonly format: TableFormat },
): Promise<RunReport> {
  const { head, bounds, end } = await withShownRun(ctx, runId, async (tx, row) => {
    if (row.status !== "COMPLETED" && row.status !== "FAILED")
      throw new AssayError(
        "INVALID_STATE",
        `Cannot report on run '${runId}' because it has not ended: its status is ${row.status}`,
        { details: { runId, status: row.status } },
      );
    await requireSealedVerdicts(tx, row);
    await requireRows(tx, resultsOf(row), "run_documents");
    return { ...(await readReportHead(tx, row)), end: row.end };
  });
  const reported = {
    runId: head.run.id,
    criteriaVersionId: head.run.snapshotCriteriaVersionId,
    snapshotStatus: head.run.snapshotStatus,
    bounds,
    end,
  };
  return {
    filename: `assay-report-${head.run.id}.${format}`,
    mediaType: EXPORT_MEDIA_TYPES[format],
    bytes: writeReport({ head, batches: () => readReportBatches(ctx, reported) }, format, workbook),
  };
}
