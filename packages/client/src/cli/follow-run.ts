import type { RunDetails, RunProgress } from "../generated/types.ts";
import { hasEnded } from "../wait-for-run.ts";
import type { Connection } from "./access/connect.ts";
import { describeUnsealed } from "./describe-unsealed.ts";
import { portalAddress } from "./find-run.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { countVerdicts, formatCounts } from "./verdicts.ts";

const BAR_COLUMNS = 24;
const NAMES_MAX = 3;

/** Shows the run's progress to its end. Returns the run as it ended. */
export async function followRun(
  { assay }: Connection,
  runId: string,
  { terminal, signal }: { terminal: Terminal; signal: AbortSignal },
): Promise<RunDetails> {
  const onProgress = (progress: RunProgress) => terminal.progress(formatProgress(progress), formatMilestone(progress));
  const run = await assay.runs.wait(runId, { signal, onProgress });
  terminal.endProgress();
  return run;
}

/** Such as `ASSESSMENT  12 of 25  [############------------]`, with what the run waits for. */
function formatProgress({ run, steps }: RunProgress): string {
  const { assessedCount, totalRequirements, waiting } = run;
  const share = totalRequirements === 0 ? 0 : Math.min(1, assessedCount / totalRequirements);
  const filled = run.status === "COMPLETED" ? BAR_COLUMNS : Math.floor(share * BAR_COLUMNS);
  const bar = `[${"#".repeat(filled)}${"-".repeat(BAR_COLUMNS - filled)}]`;
  if (waiting?.reason === "DOCUMENTS") return describeDocuments(run);
  const pause = waiting ? `  waits for ${waiting.part} until ${waiting.until.slice(11, 16)} UTC` : "";
  return `${stepOf({ run, steps }).padEnd(15)} ${assessedCount} of ${totalRequirements} ${bar}${pause}`;
}

function formatMilestone(progress: RunProgress): string {
  const { waiting } = progress.run;
  if (waiting?.reason === "DOCUMENTS") return describeDocuments(progress.run);
  if (waiting) return `The run waits for ${waiting.part} (${waiting.reason}) until ${waiting.until}`;
  return stepOf(progress);
}

/** Such as `Waits for 2 documents to be read, at the latest until 10:15 UTC: policy.pdf, scan.pdf`. */
function describeDocuments({ waiting }: RunDetails): string {
  const { documentCount, documents, until } = waiting!;
  const names = documents.slice(0, NAMES_MAX).map(({ originalFilename }) => originalFilename);
  const more = documentCount > names.length ? `, and ${documentCount - names.length} more` : "";
  const count = documentCount === 1 ? "1 document" : `${documentCount} documents`;
  return `Waits for ${count} to be read, at the latest until ${until.slice(11, 16)} UTC: ${names.join(", ")}${more}`;
}

function stepOf({ run, steps }: RunProgress): string {
  if (hasEnded(run)) return run.status;
  const current =
    steps.find(({ status }) => status === "IN_PROGRESS") ?? steps.findLast(({ status }) => status === "COMPLETED");
  return current?.stepName ?? run.status;
}

/** The lines that say how a run ended or how it is. */
export function printRun(terminal: Terminal, run: RunDetails, address: string): void {
  const snapshot = hasEnded(run) ? `, snapshot ${run.snapshotStatus}${describeUnsealed(run, ", ")}` : "";
  terminal.print(`Run ${run.id}: ${run.status}${snapshot}${run.signedAs ? `, signed as ${run.signedAs}` : ""}`);
  if (run.failureReason) terminal.print(`  ${run.failureReason}`);
  terminal.print(formatCounts(countVerdicts(run)));
  terminal.note(portalAddress(address, run.id));
}
