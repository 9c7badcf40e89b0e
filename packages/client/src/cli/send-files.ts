import { AssayApiError } from "../assay-error.ts";
import type { Document, DocumentProgress } from "../generated/types.ts";
import { NotSentError } from "../not-sent-error.ts";
import type { Uploaded, UploadOptions } from "../resources/documents.ts";
import { type UploadFile, type UploadProgress, WHOLE_BYTES_MAX } from "../upload-file.ts";
import type { Connection } from "./access/connect.ts";
import { CommandError } from "./exit-codes.ts";
import { formatCount } from "./format-count.ts";
import { openBegunUpload } from "./open-begun-upload.ts";
import { digestStream } from "./sync/digest-stream.ts";
import { toOneLine } from "./terminal/plain-text.ts";
import type { Style, Terminal } from "./terminal/terminal.ts";

const AT_ONCE = 3;

export type Outcome =
  | "READY"
  | "UPLOADED"
  | "DUPLICATE"
  | "FAILED"
  | "REFUSED"
  | "SKIPPED"
  | "RETIRED"
  | "TO SEND"
  | "TO RETIRE";

const STYLES: Readonly<Record<Outcome, Style>> = {
  READY: "green",
  UPLOADED: "green",
  DUPLICATE: "gray",
  FAILED: "red",
  REFUSED: "red",
  SKIPPED: "gray",
  RETIRED: "gray",
  "TO SEND": "cyan",
  "TO RETIRE": "yellow",
};

export interface SendResult {
  readonly file: string;
  readonly outcome: Outcome;
  readonly says: string;
  readonly document: Document | null;
  /** Of the service's error. */
  readonly code?: string;
}

export interface FileToSend {
  readonly label: string;
  readonly filename: string;
  /** One that was found in a folder is skipped, and not refused, where the service does not read its type. */
  readonly isNamed: boolean;
  /** Its place in the source that was named, if one was. */
  readonly place: { readonly source: string; readonly path: string } | undefined;
  /** Where it is known before it is opened. */
  readonly sha256?: string;
  open(): Promise<UploadFile>;
}

export interface SendWork {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly fields: UploadOptions;
  readonly wait: boolean;
  /** The document of which the file is a new version. */
  readonly versionOf?: string | undefined;
}

/** A few at once; what they end with is printed as it is known. */
export async function sendFiles(files: readonly FileToSend[], work: SendWork): Promise<SendResult[]> {
  const { terminal } = work;
  const results: SendResult[] = [];
  const waiting = [...files];
  const showProgress = (status: string) =>
    terminal.progress(`${results.length} of ${formatCount(files.length, "file")} done  ${status}`, "Uploading …");
  const worker = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const result = await sendFile(file, work, showProgress);
      results.push(result);
      if (!terminal.json) printResult(terminal, result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, files.length) }, worker));
  terminal.endProgress();
  return results;
}

async function sendFile(
  source: FileToSend,
  work: SendWork,
  showProgress: (status: string) => void,
): Promise<SendResult> {
  const { label: file, filename, isNamed, place } = source;
  const onProgress = (progress: UploadProgress | DocumentProgress) =>
    showProgress("status" in progress ? `reading ${filename}` : `sending ${filename}${shareOf(progress)}`);
  try {
    const fields = { ...work.fields, ...place, filename };
    const opened = await source.open().catch((error: NodeJS.ErrnoException | CommandError) => {
      if (error instanceof CommandError && error.exit === "INCOMPLETE") return error.message;
      if (!("code" in error) || error.code === undefined) throw error;
      return `cannot be read: ${error.code}`;
    });
    if (typeof opened === "string") return { file, document: null, outcome: "REFUSED", says: opened };
    const options = { signal: work.signal, onProgress };
    const sent = await upload(opened, fields, source.sha256, options, work);
    const { documents } = work.connection.assay;
    const document = work.wait ? await documents.wait(sent.document.id, options) : sent.document;
    return { file, document, ...describe(document, sent.duplicate) };
  } catch (error) {
    if (error instanceof NotSentError)
      return { file, document: null, outcome: "REFUSED", says: toOneLine(error.message) };
    if (!(error instanceof AssayApiError) || isForAll(error)) throw error;
    const says = `${toOneLine(error.message)} (${error.code}, request ${error.requestId})`;
    return { file, document: null, outcome: refusedAs(error.code, isNamed), says, code: error.code };
  }
}

/** A large file continues where an earlier command left it, as long as its bytes and all that is said of them are the same. */
async function upload(
  file: UploadFile,
  fields: UploadOptions,
  known: string | undefined,
  options: Pick<UploadOptions, "signal" | "onProgress">,
  { connection, terminal, versionOf }: SendWork,
): Promise<Uploaded> {
  const { documents } = connection.assay;
  const send = (all: UploadOptions) =>
    versionOf === undefined ? documents.upload(file, all) : documents.addVersion(versionOf, file, all);
  if (!("size" in file) || file.size <= WHOLE_BYTES_MAX) return send({ ...fields, ...options });
  const sha256 = known ?? (await digestStream(file.stream() as unknown as AsyncIterable<Uint8Array>)).sha256;
  const begun = openBegunUpload(connection, terminal.env, sha256, fields);
  let kept = Promise.resolve();
  const onBegin = (address: string) => {
    kept = begun.keep(address);
  };
  try {
    const sent = await send({ ...fields, ...options, resume: await begun.find(), onBegin });
    await kept;
    await begun.forget();
    return sent;
  } finally {
    await kept;
  }
}

export function refusedAs(code: string | undefined, isNamed: boolean): Outcome {
  return code === "UNSUPPORTED_FILE_TYPE" && !isNamed ? "SKIPPED" : "REFUSED";
}

function shareOf({ sentBytes, totalBytes }: UploadProgress): string {
  return totalBytes > 0 ? ` ${Math.floor((100 * sentBytes) / totalBytes)} %` : "";
}

/** Whether the next file would be refused for the same reason. */
function isForAll({ status }: AssayApiError): boolean {
  return status === 401 || status === 403 || status >= 500;
}

function describe(document: Document, duplicate: boolean): Pick<SendResult, "outcome" | "says"> {
  const { status, failure, coverage } = document;
  if (status === "FAILED") return { outcome: "FAILED", says: `${failure?.code}: ${failure?.message}` };
  if (duplicate)
    return {
      outcome: "DUPLICATE",
      says: `of ${document.originalFilename}, uploaded on ${document.uploadedAt.slice(0, 10)}`,
    };
  if (status !== "READY") return { outcome: "UPLOADED", says: document.id };
  return {
    outcome: "READY",
    says: [...describeVersion(document), ...describeText(coverage), ...describeMembers(document)].join(", "),
  };
}

function describeVersion({ places, replacesDocumentId }: Document): string[] {
  return replacesDocumentId === null ? [] : [`version ${Math.max(1, ...places.map(({ version }) => version))}`];
}

function describeText(coverage: Document["coverage"]): string[] {
  if (!coverage || coverage.pages === 0) return [];
  const read = `${coverage.pagesWithText} of ${formatCount(coverage.pages, "page")} with text`;
  return coverage.warnings.length > 0 ? [read, formatCount(coverage.warnings.length, "warning")] : [read];
}

/** Of an archive, or of a mail, which has a text of its own next to what is attached to it. */
function describeMembers({ archive, fileType }: Document): string[] {
  if (!archive) return [];
  const held = `${formatCount(archive.members, "document")} ${isContainer(fileType) ? "in the archive" : "attached"}`;
  return archive.skipped.length > 0 ? [held, `${archive.skipped.length} left out`] : [held];
}

/** Whether it only holds other documents. */
export function isContainer(fileType: string): boolean {
  return /^(?:mbox|tar|zip)$/.test(fileType);
}

export function printResult(terminal: Terminal, { file, outcome, says, document }: SendResult): void {
  if (!terminal.isInteractive)
    terminal.print([outcome, toOneLine(file), document?.id ?? "", toOneLine(says)].join("\t"));
  else
    terminal.print(
      `${terminal.paint(STYLES[outcome], outcome.padEnd(9))}  ${toOneLine(file)}  ${terminal.paint("dim", toOneLine(says))}`,
    );
}

export function summarize(results: readonly SendResult[]): string {
  const outcomes = (Object.keys(STYLES) as Outcome[]).flatMap((outcome) => {
    const found = results.filter((each) => each.outcome === outcome).length;
    return found > 0 ? [`${found} ${outcome.toLowerCase()}`] : [];
  });
  return `${formatCount(results.length, "file")}: ${outcomes.join(", ")}`;
}
