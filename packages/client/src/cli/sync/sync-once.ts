import { basename } from "node:path";
import type { Document } from "../../generated/types.ts";
import type { Connection } from "../access/connect.ts";
import type { ExitName } from "../exit-codes.ts";
import { formatCount } from "../format-count.ts";
import { type FileToSend, type Outcome, printResult, type SendResult, sendFiles, summarize } from "../send-files.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Listing } from "./folder-entry.ts";
import { planSync, refuseEmpty, type SyncPlan } from "./plan-sync.ts";

export interface SyncWork {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly source: string;
  /** What is synced, for messages. */
  readonly from: string;
  readonly category: string | undefined;
  readonly dryRun: boolean;
  readonly allowEmpty: boolean;
  /** Whether to wait until what was sent is read. */
  readonly wait: boolean;
  list(): Promise<Listing>;
}

/** Sends what is new and other, then retires what is there no longer: an end in between retires nothing. */
export async function syncOnce(work: SyncWork): Promise<ExitName | undefined> {
  const { connection, terminal, signal, source, dryRun } = work;
  const listing = await work.list();
  terminal.endProgress();
  refuseEmpty(listing, work.from, work.allowEmpty);
  const plan = await planSync(connection, source, listing, signal);
  let results: SendResult[] = [];
  const add = (outcome: Outcome, files: readonly { file: string; says: string }[]) => {
    for (const each of files) {
      results.push({ document: null, ...each, outcome });
      if (!terminal.json) printResult(terminal, results.at(-1)!);
    }
  };
  add(
    "REFUSED",
    listing.unread.map(({ path, reason }) => ({ file: path, says: reason })),
  );
  if (dryRun)
    add(
      "TO SEND",
      plan.send.map(({ path, bytes }) => ({ file: path, says: formatCount(bytes, "byte") })),
    );
  else
    results.push(
      ...(await sendFiles(
        plan.send.map((entry) => toFile(source, entry)),
        sending(work),
      )),
    );
  if (!dryRun) await closeSync(plan, work);
  add(
    dryRun ? "TO RETIRE" : "RETIRED",
    plan.retire.map(({ path, documentId }) => ({ file: path, says: documentId })),
  );
  if (!dryRun) {
    const failed = await listUnread(work, results);
    results = results.filter(({ file }) => failed.every((each) => each.file !== file));
    add("FAILED", failed);
  }
  if (terminal.json)
    terminal.printJson({ source, unchanged: plan.unchanged, skipped: listing.skipped, files: results });
  else terminal.note(describeSync(source, plan.unchanged, results, listing.skipped));
  return results.some(({ outcome }) => outcome === "REFUSED" || outcome === "FAILED") ? "INCOMPLETE" : undefined;
}

function sending({ connection, terminal, signal, category }: SyncWork) {
  return { connection, terminal, signal, fields: { category }, wait: false };
}

function toFile(source: string, { path, open }: SyncPlan["send"][number]): FileToSend {
  return { label: path, filename: basename(path), isNamed: false, place: { source, path }, open };
}

async function closeSync({ paths, retire }: SyncPlan, { connection, source, signal }: SyncWork): Promise<void> {
  signal.throwIfAborted();
  if (retire.length > 0) await connection.assay.sources.closeSync(source, { paths }, { signal });
}

/** What of the source could not be read, once all that was sent is: also what was sent long ago. */
async function listUnread(
  { connection, terminal, signal, source, wait }: SyncWork,
  sent: readonly SendResult[],
): Promise<{ file: string; says: string; document: Document }[]> {
  const { documents } = connection.assay;
  const waiting = wait
    ? sent.flatMap(({ document }) =>
        document && document.status !== "READY" && document.status !== "FAILED" ? [document] : [],
      )
    : [];
  for (const [index, { id, originalFilename }] of waiting.entries()) {
    terminal.progress(`${index} of ${formatCount(waiting.length, "document")} read  ${originalFilename}`, "Reading …");
    await documents.wait(id, { signal });
  }
  terminal.endProgress();
  const failed = [];
  for await (const document of documents.list({ source, status: "FAILED", signal }))
    for (const place of document.places)
      if (place.source === source)
        failed.push({ file: place.path, says: `${document.failure?.code}: ${document.failure?.message}`, document });
  return failed;
}

function describeSync(source: string, unchanged: number, results: readonly SendResult[], skipped: number): string {
  return [
    `${source}: ${unchanged} unchanged`,
    ...(results.length > 0 ? [summarize(results)] : []),
    ...(skipped > 0 ? [`${skipped} hidden, or no files, left out`] : []),
  ].join("; ");
}
