import { basename, resolve } from "node:path";
import type { Document } from "../../generated/types.ts";
import { fileFromPath } from "../../node/file-from-path.ts";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { type FoundFile, findFiles } from "../find-files.ts";
import { formatCount } from "../format-count.ts";
import { type FileToSend, isContainer, type SendResult, type SendWork, sendFiles, summarize } from "../send-files.ts";
import { readStdinBytes } from "../terminal/ask.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

const SOURCE_LENGTH_MAX = 60;

export const upload = defineCommand({
  name: "upload",
  group: "assess",
  summary: "Upload evidence, and wait until it can be assessed",
  details: [
    "Hidden files and files of a type that the service does not read are skipped. The same bytes are never stored twice: the existing document is named.",
    "The files of a folder are places of a source, which has the name of the folder or that of --source. Other bytes at the same place are a new version, and later runs judge that one alone. A file without a source is a document of its own, unless --version-of names the one that it replaces.",
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
    name: { type: "string", value: "<file name>", says: "The name of what comes from the standard input." },
    "version-of": { type: "string", value: "<document>", says: "The id of the document that the one file replaces." },
    "no-wait": { type: "boolean", says: "Do not wait until the documents are read." },
  },
  examples: [
    { command: "assay upload policies/*.pdf --category Policies", does: "Upload what the shell finds" },
    { command: "assay upload evidence/ --recursive", does: "Upload a folder" },
    { command: "assay upload policy.pdf --version-of 019…", does: "Replace a document" },
    { command: "kubectl get networkpolicy -o yaml | assay upload - --name policies.txt", does: "Upload an output" },
  ],
  async run(invocation) {
    const { args, options, terminal, signal } = invocation;
    const files = await findAll(args, options, terminal);
    const versionOf = options["version-of"];
    if (versionOf !== undefined && (files.length !== 1 || files[0]!.place !== undefined))
      throw usageError("--version-of is for one file without a source");
    const fields = {
      category: options.category,
      effectiveDate: options["effective-date"],
      expiresAt: options["expires-at"],
    };
    const connection = await invocation.connect();
    const work: SendWork = { connection, terminal, signal, fields, wait: !options["no-wait"], versionOf };
    invocation.afterInterrupt =
      "Files that were sent are kept and read: `assay documents` lists them. Run the same command again for the rest.";
    const results = await sendFiles(files, work);
    if (terminal.json) terminal.printJson({ documents: results });
    else {
      terminal.note(summarize(results));
      if (versionOf === undefined) await noteSameNames(files, results, work);
    }
    return results.some(({ outcome }) => outcome === "FAILED" || outcome === "REFUSED") ? "INCOMPLETE" : undefined;
  },
});

const LOOKED_UP_MAX = 20;

/** Names the documents of the same name that count next to what was sent: an edited file counts next to its earlier text. */
async function noteSameNames(files: readonly FileToSend[], results: readonly SendResult[], work: SendWork) {
  const { connection, terminal, signal } = work;
  const alone = new Set(files.filter(({ place }) => place === undefined).map(({ label }) => label));
  const sent = results.filter(
    ({ file, outcome }) => alone.has(file) && (outcome === "READY" || outcome === "UPLOADED"),
  );
  if (sent.length > LOOKED_UP_MAX) return;
  const ids = new Set(sent.map(({ document }) => document!.id));
  for (const { document } of sent) {
    const { id, originalFilename: name } = document!;
    const { items } = await connection.assay.documents.list({ q: name.slice(0, 200), signal }).page({ limit: 100 });
    const other = items.find((each) => each.originalFilename === name && !ids.has(each.id) && isReplaceable(each));
    if (other)
      terminal.note(
        toOneLine(
          `${name} is also the name of ${other.id}, uploaded on ${other.uploadedAt.slice(0, 10)}: both count as evidence. If it is the earlier text: assay documents retire ${other.id}; next time: --version-of ${id}`,
        ),
      );
  }
}

function isReplaceable({ fileType, parentDocumentId, supersededById, retiredAt }: Document): boolean {
  return !isContainer(fileType) && parentDocumentId === null && supersededById === null && retiredAt === null;
}

async function findAll(
  args: readonly string[],
  options: { name?: string; recursive?: boolean; source?: string },
  terminal: Terminal,
): Promise<FileToSend[]> {
  const { name, recursive = false, source } = options;
  if (args.includes("-")) {
    if (args.length > 1) throw usageError("- must be alone: upload files by another command");
    if (!name) throw usageError("The standard input needs a file name", "Give --name, such as --name policy.txt.");
    const bytes = await readStdinBytes(terminal);
    const place = source === undefined ? undefined : { source, path: name };
    const open = async () => new Blob([bytes as BlobPart]);
    return [{ label: name, filename: name, isNamed: true, place, open }];
  }
  if (name) throw usageError("--name is only for the standard input, -");
  const { files, folder, skippedFolders } = await findFiles(args, { recursive });
  const named = source ?? (folder && nameOf(folder));
  if (skippedFolders > 0)
    terminal.note(`${formatCount(skippedFolders, "subfolder")} left out: use --recursive to upload their files too.`);
  return files.map((file) => toFile(file, named));
}

function nameOf(folder: string): string | undefined {
  return basename(resolve(folder)).slice(0, SOURCE_LENGTH_MAX).trim() || undefined;
}

function toFile({ path, name, sourcePath, isNamed }: FoundFile, source: string | undefined): FileToSend {
  const place = source === undefined ? undefined : { source, path: sourcePath };
  return { label: path, filename: name, isNamed, place, open: () => fileFromPath(path) };
}
