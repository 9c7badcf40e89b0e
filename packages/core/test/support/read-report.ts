import { AssayError } from "@assay/contract";
import type { WorkbookWriter } from "@assay/core/ports";
import { getRunReport } from "@assay/core/reports";
import type { Context } from "@assay/core/tenancy";

/** The report of a run as CSV, whose times differ each time. */
export async function readReport(ctx: Context, runId: string): Promise<string> {
  const { bytes } = await getRunReport(ctx, noWorkbook, { runId, format: "csv" });
  let text = "";
  for await (const part of bytes) text += new TextDecoder().decode(part);
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "some time");
}

/** As `readReport`. Throws INTEGRITY_ERROR where it says that something is damaged. */
export async function readSoundReport(ctx: Context, runId: string): Promise<string> {
  const report = await readReport(ctx, runId);
  if (report.includes("Damaged,")) throw new AssayError("INTEGRITY_ERROR", "The report names what is damaged");
  return report;
}

/** A report as CSV writes none. */
export const noWorkbook: WorkbookWriter = {
  write: () => Promise.reject(new Error("A report as CSV writes no workbook")),
  stream: () => {
    throw new Error("A report as CSV writes no workbook");
  },
};
