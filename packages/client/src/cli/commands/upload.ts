import { basename, resolve } from "node:path";
import { fileFromPath } from "../../node/file-from-path.ts";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { type FoundFile, findFiles } from "../find-files.ts";
import { formatCount } from "../format-count.ts";
import { type FileToSend, type SendWork, sendFiles, summarize } from "../send-files.ts";
import { readStdinBytes } from "../terminal/ask.ts";
import type { Terminal } from "../terminal/terminal.ts";

const SOURCE_LENGTH_MAX = 60;

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
    name: { type: "string", value: "<file name>", says: "The name of what comes from the standard input." },
    "no-wait": { type: "boolean", says: "Do not wait until the documents are read." },
  },
  examples: [
    { command: "assay upload policies/*.pdf --category Policies", does: "Upload what the shell finds" },
    { command: "assay upload evidence/ --recursive", does: "Upload a folder" },
    { command: "kubectl get networkpolicy -o yaml | assay upload - --name policies.txt", does: "Upload an output" },
  ],
  async run(invocation) {
    const { args, options, terminal, signal } = invocation;
    const files = await findAll(args, options, terminal);
    const fields = {
      category: options.category,
      effectiveDate: options["effective-date"],
      expiresAt: options["expires-at"],
    };
    const connection = await invocation.connect();
    const work: SendWork = { connection, terminal, signal, fields, wait: !options["no-wait"] };
    invocation.afterInterrupt =
      "Files that were sent are kept and read: `assay documents` lists them. Run the same command again for the rest.";
    const results = await sendFiles(files, work);
    if (terminal.json) terminal.printJson({ documents: results });
    else terminal.note(summarize(results));
    return results.some(({ outcome }) => outcome === "FAILED" || outcome === "REFUSED") ? "INCOMPLETE" : undefined;
  },
});

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
