import { basename, resolve } from "node:path";
import { AssayApiError } from "../../assay-error.ts";
import type { Document } from "../../generated/types.ts";
import { fileFromPath } from "../../node/file-from-path.ts";
import type { UploadOptions, UploadWaitOptions } from "../../resources/documents.ts";
import type { UploadFile, UploadProgress } from "../../upload-file.ts";
import type { Connection } from "../access/connect.ts";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { type FoundFile, findFiles } from "../find-files.ts";
import { formatCount } from "../format-count.ts";
import { readStdinBytes } from "../terminal/ask.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Style, Terminal } from "../terminal/terminal.ts";

const AT_ONCE = 3;

const SOURCE_LENGTH_MAX = 60;

type Outcome = "READY" | "UPLOADED" | "DUPLICATE" | "FAILED" | "REFUSED" | "SKIPPED" | "REMOVED";

const STYLES: Readonly<Record<Outcome, Style>> = {
  READY: "green",
  UPLOADED: "green",
  DUPLICATE: "gray",
  FAILED: "red",
  REFUSED: "red",
  SKIPPED: "gray",
  REMOVED: "gray",
};

interface Result {
  readonly file: string;
  readonly outcome: Outcome;
  readonly says: string;
  readonly document: Document | null;
}

interface Source {
  readonly label: string;
  readonly filename: string;
  readonly isNamed: boolean;
  /** Its place in the source that was named, if one was. */
  readonly place: { readonly source: string; readonly path: string } | undefined;
  open(): Promise<UploadFile>;
}

interface Work {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly fields: UploadOptions;
  readonly wait: boolean;
}

export const upload = defineCommand({
  name: "upload",
  group: "assess",
  summary: "Upload evidence, and wait until it can be assessed",
  details: [
    "Hidden files and files of a type that the service does not read are skipped. The same bytes are never stored twice: the existing document is named.",
    "The files of a folder are places of a source, which has the name of the folder or that of --source. Other bytes at the same place are a new version, and later runs judge that one alone.",
  ],
  arguments: [
    {
      name: "files",
      many: true,
      completes: "file",
      says: "Files or folders; - for the standard input, with --name.",
    },
  ],
  options: {
    recursive: { type: "boolean", short: "r", says: "Also the files of subfolders." },
    category: { type: "string", value: "<name>", says: "The category of the documents." },
    "effective-date": { type: "string", value: "<day>", says: "From when they are valid, such as 2026-01-31." },
    "expires-at": { type: "string", value: "<day>", says: "Until when, such as 2027-01-31." },
    source: { type: "string", value: "<name>", says: "The source that the files are from." },
    "retire-missing": {
      type: "boolean",
      says: "With a folder: what the source has and the folder has no longer leaves later runs.",
    },
    name: { type: "string", value: "<file name>", says: "The name of what comes from the standard input." },
    "no-wait": { type: "boolean", says: "Do not wait until the documents are read." },
  },
  examples: [
    { command: "assay upload policies/*.pdf --category Policies", does: "Upload what the shell finds" },
    { command: "assay upload evidence/ --recursive", does: "Upload a folder" },
    {
      command: "assay upload evidence/ --recursive --source team/evidence --retire-missing",
      does: "Make a source what the folder is now",
    },
    { command: "kubectl get networkpolicy -o yaml | assay upload - --name policies.txt", does: "Upload an output" },
  ],
  async run(invocation) {
    const { args, options, terminal, signal } = invocation;
    const { sources, source } = await findSources(args, options, terminal);
    const fields = {
      category: options.category,
      effectiveDate: options["effective-date"],
      expiresAt: options["expires-at"],
    };
    const connection = await invocation.connect();
    const work: Work = { connection, terminal, signal, fields, wait: !options["no-wait"] };
    invocation.afterInterrupt =
      "Files that were sent are kept and read: `assay documents` lists them. Run the same command again for the rest.";
    const results = await uploadAll(sources, work);
    if (source && options["retire-missing"]) results.push(...(await retireMissing(source, sources, work)));
    if (terminal.json) terminal.printJson({ documents: results });
    else terminal.note(summarize(results));
    return results.some(({ outcome }) => outcome === "FAILED" || outcome === "REFUSED") ? "INCOMPLETE" : undefined;
  },
});

async function findSources(
  args: readonly string[],
  options: { name?: string; recursive?: boolean; source?: string; "retire-missing"?: boolean },
  terminal: Terminal,
): Promise<{ sources: Source[]; source?: string | undefined }> {
  const { name, recursive = false, source } = options;
  if (args.includes("-")) {
    if (args.length > 1) throw usageError("- must be alone: upload files by another command");
    if (!name) throw usageError("The standard input needs a file name", "Give --name, such as --name policy.txt.");
    const bytes = await readStdinBytes(terminal);
    const place = source === undefined ? undefined : { source, path: name };
    const open = async () => new Blob([bytes as BlobPart]);
    return { sources: [{ label: name, filename: name, isNamed: true, place, open }] };
  }
  if (name) throw usageError("--name is only for the standard input, -");
  const { files, folder, skippedFolders } = await findFiles(args, { recursive });
  const named = source ?? (folder && nameOf(folder));
  if (options["retire-missing"] && (!folder || skippedFolders > 0))
    throw usageError("--retire-missing needs all of a folder: name one folder alone, and give --recursive");
  if (skippedFolders > 0)
    terminal.note(`${formatCount(skippedFolders, "subfolder")} left out: use --recursive to upload their files too.`);
  return { sources: files.map((file) => toSource(file, named)), source: named };
}

function nameOf(folder: string): string | undefined {
  return basename(resolve(folder)).slice(0, SOURCE_LENGTH_MAX).trim() || undefined;
}

function toSource({ path, name, sourcePath, isNamed }: FoundFile, source: string | undefined): Source {
  const place = source === undefined ? undefined : { source, path: sourcePath };
  return { label: path, filename: name, isNamed, place, open: () => fileFromPath(path) };
}

/** Also files that were refused are there still: what stands at their places stays. */
async function retireMissing(source: string, sources: readonly Source[], work: Work): Promise<Result[]> {
  const { connection, terminal, signal } = work;
  const paths = sources.flatMap(({ place }) => place?.path ?? []);
  const { removed } = await connection.assay.sources.closeSync(source, { paths }, { signal });
  return removed.map(({ path, documentId }) => {
    const result: Result = { file: path, outcome: "REMOVED", says: documentId, document: null };
    if (!terminal.json) printResult(terminal, result);
    return result;
  });
}

/** A few at once; what they end with is printed as it is known. */
async function uploadAll(sources: readonly Source[], work: Work): Promise<Result[]> {
  const { terminal } = work;
  const results: Result[] = [];
  const waiting = [...sources];
  const showProgress = (status: string) =>
    terminal.progress(`${results.length} of ${formatCount(sources.length, "file")} done  ${status}`, "Uploading …");
  const worker = async () => {
    for (let source = waiting.shift(); source; source = waiting.shift()) {
      const result = await uploadOne(source, work, showProgress);
      results.push(result);
      if (!terminal.json) printResult(terminal, result);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, sources.length) }, worker));
  terminal.endProgress();
  return results;
}

async function uploadOne(
  source: Source,
  { connection, fields, signal, wait }: Work,
  showProgress: (status: string) => void,
): Promise<Result> {
  const { label: file, filename, isNamed, place } = source;
  const { documents } = connection.assay;
  const onProgress: UploadWaitOptions["onProgress"] = (progress) =>
    showProgress("status" in progress ? `reading ${filename}` : `sending ${filename}${shareOf(progress)}`);
  try {
    const options = { ...fields, ...place, filename, signal, onProgress };
    const opened = await source.open();
    const sent = await (wait ? documents.uploadAndWait(opened, options) : documents.upload(opened, options));
    return { file, document: sent.document, ...describe(sent.document, sent.duplicate) };
  } catch (error) {
    if (!(error instanceof AssayApiError) || isForAll(error)) throw error;
    const isSkipped = error.code === "UNSUPPORTED_FILE_TYPE" && !isNamed;
    const says = `${toOneLine(error.message)} (${error.code}, request ${error.requestId})`;
    return { file, document: null, outcome: isSkipped ? "SKIPPED" : "REFUSED", says };
  }
}

function shareOf({ sentBytes, totalBytes }: UploadProgress): string {
  return totalBytes > 0 ? ` ${Math.floor((100 * sentBytes) / totalBytes)} %` : "";
}

/** Whether the next file would be refused for the same reason. */
function isForAll({ status }: AssayApiError): boolean {
  return status === 401 || status === 403 || status >= 500;
}

function describe(document: Document, duplicate: boolean): Pick<Result, "outcome" | "says"> {
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

/** Of a ZIP, or of a mail, which has a text of its own next to what is attached to it. */
function describeMembers({ archive, fileType }: Document): string[] {
  if (!archive) return [];
  const held = `${formatCount(archive.members, "document")} ${fileType === "zip" ? "in the archive" : "attached"}`;
  return archive.skipped.length > 0 ? [held, `${archive.skipped.length} left out`] : [held];
}

function printResult(terminal: Terminal, { file, outcome, says, document }: Result): void {
  if (!terminal.isInteractive)
    terminal.print([outcome, toOneLine(file), document?.id ?? "", toOneLine(says)].join("\t"));
  else
    terminal.print(
      `${terminal.paint(STYLES[outcome], outcome.padEnd(9))}  ${toOneLine(file)}  ${terminal.paint("dim", toOneLine(says))}`,
    );
}

function summarize(results: readonly Result[]): string {
  const outcomes = (Object.keys(STYLES) as Outcome[]).flatMap((outcome) => {
    const found = results.filter((each) => each.outcome === outcome).length;
    return found > 0 ? [`${found} ${outcome.toLowerCase()}`] : [];
  });
  return `${formatCount(results.length, "file")}: ${outcomes.join(", ")}`;
}
