import { watch } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pause } from "../../http.ts";
import { credentialsPath } from "../access/credentials-file.ts";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { explainError } from "../explain-error.ts";
import { toExclude } from "../sync/exclude.ts";
import type { Listing, ListOptions } from "../sync/folder-entry.ts";
import { openKnownDigests } from "../sync/known-digests.ts";
import { listBucket } from "../sync/list-bucket.ts";
import { listFolder } from "../sync/list-folder.ts";
import { listRepository } from "../sync/list-repository.ts";
import { openBucket } from "../sync/open-bucket.ts";
import { syncOnChanges } from "../sync/sync-on-changes.ts";
import { type SyncWork, syncOnce } from "../sync/sync-once.ts";
import type { Terminal } from "../terminal/terminal.ts";

const SETTLE_MS = 300;
const RETRY_MS = 30_000;

export const sync = defineCommand({
  name: "sync",
  group: "assess",
  summary: "Make a source what a folder, a bucket or a commit is now",
  details: [
    "Only new and edited files are sent; what is gone leaves later runs. Interrupted, it retires nothing, and the next sync continues where it stopped. Hidden files and links are skipped.",
    "A bucket needs AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION; AWS_ENDPOINT_URL names other servers.",
  ],
  arguments: [
    {
      name: "from",
      completes: "folder",
      says: "A folder, s3://bucket/prefix, or repository@ref, of a repository on this machine.",
    },
  ],
  options: {
    source: { type: "string", value: "<name>", says: "The source." },
    exclude: {
      type: "string",
      multiple: true,
      value: "<pattern>",
      says: "As in a .gitignore; repeatable.",
    },
    "dry-run": { type: "boolean", says: "Say what it would do." },
    watch: { type: "boolean", short: "w", says: "Sync again whenever the folder changes." },
    "allow-empty": { type: "boolean", says: "Retire all where no file is left." },
    "take-over": { type: "boolean", says: "End another sync of the source, whose program is gone." },
    category: { type: "string", value: "<name>", says: "The category of new documents." },
    "no-wait": { type: "boolean", says: "Do not wait until the documents are read." },
  },
  examples: [
    { command: "assay sync evidence --source policies --dry-run", does: "What would change" },
    { command: "assay sync evidence --source policies --exclude 'drafts/'", does: "A folder" },
    { command: "assay sync s3://evidence/policies --source policies", does: "A bucket" },
    { command: "assay sync ~/handbook@main --source handbook", does: "A branch" },
  ],
  async run(invocation) {
    const { args, options, terminal, signal } = invocation;
    const from = args[0]!;
    const { source } = options;
    if (!source) throw usageError("--source is missing", "Name the source, such as --source policies.");
    if (options.watch && options["dry-run"]) throw usageError("--watch changes the source: leave out --dry-run");
    const exclude = toExclude(options.exclude ?? []);
    const onProgress = (hashed: number) => terminal.progress(`${hashed} files compared`, "Comparing …");
    const list = await toLister(from, terminal.env, { exclude, signal, onProgress });
    if (options.watch && !list.folder) throw usageError("--watch needs a folder: no other tells its changes");
    const connection = await invocation.connect();
    const work: SyncWork = {
      connection,
      terminal,
      signal,
      source,
      from,
      category: options.category,
      dryRun: options["dry-run"] === true,
      allowEmpty: options["allow-empty"] === true,
      takeOver: options["take-over"] === true,
      wait: !options["no-wait"],
      list: list.list,
    };
    invocation.afterInterrupt = "What was sent is kept. The next sync continues.";
    if (!options.watch) return syncOnce(work);
    return syncOnChanges({
      changes: (changed) => {
        const watcher = watch(from, { recursive: true }, changed).on("error", changed);
        return () => watcher.close();
      },
      sync: () => syncOrSay(work, connection.address),
      settle: () => pause(SETTLE_MS, signal),
      retryLater: () => pause(RETRY_MS, signal),
      signal,
    });
  },
});

/** Says why a sync failed, and returns whether the next may succeed without a change. Throws where none can. */
async function syncOrSay(work: SyncWork, address: string): Promise<boolean> {
  const { terminal, signal, from } = work;
  let isToRetry = false;
  try {
    await syncOnce(work);
  } catch (error) {
    const { exit, lines } = explainError(error, address);
    if (signal.aborted || exit === "NOT_ALLOWED") throw error;
    terminal.endProgress();
    for (const line of lines) terminal.error(line);
    isToRetry = exit === "SERVICE";
  }
  terminal.note(`Waits for changes of ${from}; Ctrl-C ends it.`);
  return isToRetry;
}

async function toLister(
  from: string,
  env: Terminal["env"],
  options: ListOptions,
): Promise<{ list(): Promise<Listing>; folder?: string }> {
  if (from.startsWith("s3://")) {
    const bucket = openBucket(from, env, options.signal);
    const known = await openKnownDigests(join(dirname(credentialsPath(env)), "buckets"), bucket);
    return { list: () => listBucket(bucket, known, options) };
  }
  const at = from.lastIndexOf("@");
  const isThere = await stat(from).then(
    () => true,
    () => false,
  );
  if (isThere || at < 1) return { list: () => listFolder(from, options), folder: from };
  return { list: () => listRepository(from.slice(0, at), from.slice(at + 1), options) };
}
