import { execFile, spawn } from "node:child_process";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { usageError } from "../exit-codes.ts";
import { digestStream } from "./digest-stream.ts";
import { type FolderEntry, findPathFault, type Listing, type ListOptions, type UnreadEntry } from "./folder-entry.ts";

const LIST_BYTES_MAX = 64 * 1024 * 1024;
const LINE = /^(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s;
/** Regular files; symbolic links and submodules are none. */
const FILE_MODES = new Set(["100644", "100755", "100664"]);

/** The files of a commit, branch or tag of a repository on this machine. Throws CommandError USAGE where there is none. */
export async function listRepository(
  repository: string,
  ref: string,
  { exclude, signal, onProgress }: ListOptions,
): Promise<Listing> {
  const commit = (
    await git(repository, ["rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`], signal)
  ).trim();
  const listed = await git(repository, ["ls-tree", "-r", "-z", "-l", "--full-tree", commit], signal);
  const entries: FolderEntry[] = [];
  const unread: UnreadEntry[] = [];
  const taken = new Set<string>();
  let skipped = 0;
  for (const line of listed.split("\0").filter(Boolean)) {
    const [, mode, , oid, size, name] = LINE.exec(line)!;
    const path = name!.normalize("NFC");
    const names = path.split("/");
    if (isExcluded(names, exclude)) continue;
    if (!FILE_MODES.has(mode!) || names.some((each) => each.startsWith("."))) {
      skipped++;
      continue;
    }
    const fault = findPathFault(path, taken);
    taken.add(path);
    if (fault) {
      unread.push({ path, reason: fault });
      continue;
    }
    const bytes = Number(size);
    const read = () => readBlob(repository, oid!, signal);
    const file = {
      name: basename(path),
      size: bytes,
      stream: () => Readable.toWeb(read()) as ReadableStream<Uint8Array>,
    };
    const digest = await digestStream(read());
    if (digest.bytes !== bytes) unread.push({ path, reason: "git does not give it out whole" });
    else entries.push({ path, ...digest, open: async () => file });
    onProgress(entries.length);
  }
  return { entries, unread, skipped };
}

function isExcluded(names: readonly string[], exclude: ListOptions["exclude"]): boolean {
  return names.some((_, index) => exclude(names.slice(0, index + 1).join("/"), index < names.length - 1));
}

async function git(repository: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const options = { maxBuffer: LIST_BYTES_MAX, signal };
  const run = promisify(execFile)("git", ["-C", repository, ...args], options);
  return (
    await run.catch((error: Error & { stderr?: string; code?: unknown }) => {
      signal.throwIfAborted();
      const says = error.code === "ENOENT" ? "git is not installed" : (error.stderr?.trim().split("\n")[0] ?? "");
      throw usageError(`Cannot read the repository '${repository}': ${says || error.message}`);
    })
  ).stdout;
}

function readBlob(repository: string, oid: string, signal: AbortSignal): Readable {
  const { stdout } = spawn("git", ["-C", repository, "cat-file", "blob", oid], {
    stdio: ["ignore", "pipe", "ignore"],
    signal,
  }).on("error", (error) => stdout.destroy(error));
  return stdout;
}
