import { basename } from "node:path";
import type { Document } from "../../generated/types.ts";
import type { Connection } from "../access/connect.ts";
import type { ExitName } from "../exit-codes.ts";
import { formatCount } from "../format-count.ts";
import {
  type FileToSend,
  type Outcome,
  printResult,
  refusedAs,
  type SendResult,
  sendFiles,
  summarize,
} from "../send-files.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Listing } from "./folder-entry.ts";
import { type PlannedSync, planSync, refuseEmpty } from "./plan-sync.ts";

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
  readonly takeOver: boolean;
  /** Whether to wait until what was sent is read. */
  readonly wait: boolean;
  list(): Promise<Listing>;
}

const REFUSED_MAX = 2_000;
const REASON_LENGTH_MAX = 300;
/** For the last request of a sync that is interrupted. */
const END_MS = 5_000;

/**
 * Sends what is new and other, then retires what is there no longer: an end in between retires nothing, and neither does a sync
 * of which a file could not be read.
 */
export async function syncOnce(work: SyncWork): Promise<ExitName | undefined> {
  const { connection, terminal, signal, source, dryRun, takeOver } = work;
  const listing = await work.list();
  terminal.endProgress();
  refuseEmpty(listing, work.from, work.allowEmpty);
  const isWhole = listing.unread.length === 0;
  const plan = await planSync(connection, source, listing, { dryRun: dryRun || !isWhole, takeOver, signal });
  let results: SendResult[] = [];
  const add = (outcome: Outcome, files: readonly { file: string; says: string }[]) => {
    for (const each of files) {
      results.push({ document: null, ...each, outcome });
      if (!terminal.json) printResult(terminal, results.at(-1)!);
    }
  };
  const unread = listing.unread.map(({ path, reason }) => ({ file: path, says: reason }));
  add("REFUSED", unread);
  for (const { path, code, reason = "" } of plan.refused)
    add(refusedAs(code, false), [
      { file: path, says: code && !reason.includes(code) ? `${reason} (${code})` : reason },
    ]);
  if (dryRun) {
    const toSend = plan.send.map(({ path, bytes }) => ({ file: path, says: formatCount(bytes, "byte") }));
    add("TO SEND", toSend);
    if (isWhole) add("TO RETIRE", toRetired(plan.retire));
  } else {
    const { sent, removed } = await sendAndClose(plan, work);
    results.push(...sent);
    add("RETIRED", toRetired(removed));
    const failed = await listUnread(work, results);
    results = results.filter(({ file }) => failed.every((each) => each.file !== file));
    add("FAILED", failed);
  }
  if (terminal.json)
    terminal.printJson({ source, unchanged: plan.unchanged, skipped: listing.skipped, files: results });
  else terminal.note(describeSync(source, plan.unchanged, results, listing.skipped));
  if (!isWhole) terminal.note("Nothing is retired, as not all could be read: correct it, or use --exclude.");
  return results.some(({ outcome }) => outcome === "REFUSED" || outcome === "FAILED") ? "INCOMPLETE" : undefined;
}

const toRetired = (places: PlannedSync["retire"]) =>
  places.map(({ path, documentId }) => ({ file: path, says: documentId }));

/** A sync that ends before its close leaves no plan that the next one would wait for. */
async function sendAndClose(plan: PlannedSync, work: SyncWork) {
  const { connection, source, signal } = work;
  try {
    const files = plan.send.map((entry) => toFile(source, entry));
    const sent = await sendFiles(files, sending(work));
    signal.throwIfAborted();
    return { sent, removed: plan.planId === null ? [] : await closeSync(plan.planId, work, sent) };
  } catch (error) {
    const { sources } = connection.assay;
    const ending = { dryRun: true, takeOver: plan.planId ?? undefined, timeoutMs: END_MS, maxRetries: 0 };
    if (plan.planId !== null) await sources.plan(source, [], ending).catch(() => {});
    throw error;
  }
}

function sending({ connection, terminal, signal, category }: SyncWork) {
  return { connection, terminal, signal, fields: { category }, wait: false };
}

function toFile(source: string, { path, sha256, open }: PlannedSync["send"][number]): FileToSend {
  return { label: path, filename: basename(path), isNamed: false, place: { source, path }, sha256, open };
}

/** A file whose bytes the service did not take leaves its place: nobody quotes what is there no longer. */
async function closeSync(planId: string, { connection, source, signal }: SyncWork, sent: readonly SendResult[]) {
  const refused = sent
    .filter(({ document }) => document === null)
    .slice(0, REFUSED_MAX)
    .map(({ file, says, code }) => ({ path: file, reason: says.slice(0, REASON_LENGTH_MAX), code }));
  return (await connection.assay.sources.closeSync(source, { planId, refused }, { signal })).removed;
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
