import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { AssayError, type KeptCheckpoint } from "@assay/contract";
import { type CheckpointStore, checkpointName, type KeptPoint, readCheckpointName } from "@assay/core/ports";
import { type Git, GitFailure, openGit, type RemoteOptions, unavailable } from "./open-git.ts";

export interface CheckpointRepositoryOptions extends RemoteOptions {
  readonly branch: string;
}

interface Copy {
  readonly git: (...args: string[]) => Promise<string>;
  readonly write: (input: string, ...args: string[]) => Promise<string>;
  /** The branch's newest commit; undefined where the remote has no such branch. */
  readonly head: string | undefined;
}

/** Others push to the same branch at the same time: each attempt begins at what it has by then. */
const ATTEMPTS = 8;
const NO_SUCH_REF = 2;
const REFUSED =
  /non-fast-forward|fetch first|stale info|cannot lock ref|failed to update ref|incorrect old value|reference already exists/i;

/**
 * Adds a commit with a file for each checkpoint to a branch of a git remote, by the machine's own `git`; what is pushed
 * always continues what the remote has, never replaces it. What keeps others from replacing it is the remote.
 */
export function createCheckpointRepository({ branch, ...remote }: CheckpointRepositoryOptions): CheckpointStore {
  const ref = `refs/heads/${branch}`;

  /** A copy without working tree of the branch's newest commit, gone afterwards. */
  async function withCopy<T>(signal: AbortSignal, files: boolean, act: (copy: Copy) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), "assay-checkpoints-"));
    try {
      const run: Git = openGit(folder, remote);
      const git = (...args: string[]) => run(args, { signal });
      await git("init", "--bare", "--quiet", "--template=", ".");
      const found = await git("ls-remote", "--exit-code", "origin", ref).catch((error: unknown) => {
        if (error instanceof GitFailure && error.status === NO_SUCH_REF) return "";
        throw error;
      });
      const filter = files ? [] : ["--filter=blob:none"];
      if (found) await git("fetch", "--quiet", "--depth=1", "--no-tags", ...filter, "origin", `+${ref}:refs/kept`);
      const head = found ? (await git("rev-parse", "--verify", "refs/kept")).trim() : undefined;
      return await act({ git, head, write: async (input, ...args) => (await run(args, { signal, input })).trim() });
    } catch (error) {
      if (error instanceof GitFailure) throw unavailable(`of ${error.message}`, error);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  /** Whether it stands; another push was first otherwise. */
  async function add(
    { statement, ...signed }: KeptCheckpoint,
    name: string,
    { git, write, head }: Copy,
  ): Promise<boolean> {
    const { tenantId, sequence } = statement;
    const blob = await write(`${JSON.stringify({ statement, ...signed })}\n`, "hash-object", "-w", "--stdin");
    const files = await linesOf(git, head, tenantId);
    const held = files.find(({ name: each }) => each === name);
    if (held?.id === blob) return true;
    if (held)
      throw new AssayError("INTEGRITY_ERROR", `Cannot keep checkpoint '${name}' because the repository holds another`);
    const tree = await write(
      join0([...files.map(({ line }) => line), `100644 blob ${blob}\t${name}`]),
      "mktree",
      "-z",
      "--missing",
    );
    const folders = (await linesOf(git, head)).filter(({ name: each }) => each !== tenantId).map(({ line }) => line);
    const root = await write(join0([...folders, `040000 tree ${tree}\t${tenantId}`]), "mktree", "-z", "--missing");
    const parent = head ? ["-p", head] : [];
    const commit = await write(`Checkpoint ${sequence} of ${tenantId}\n`, "commit-tree", ...parent, root);
    try {
      await git("push", "--quiet", "--no-verify", "origin", `${commit}:${ref}`);
      return true;
    } catch (error) {
      if (error instanceof GitFailure && REFUSED.test(error.said)) return false;
      throw error;
    }
  }

  async function list(tenantId: string, signal: AbortSignal): Promise<KeptPoint[]> {
    const files = await withCopy(signal, false, ({ git, head }) => linesOf(git, head, tenantId));
    return files
      .map(({ name }) => ({ name, point: readCheckpointName(name) }))
      .filter(({ point }) => point !== undefined)
      .map(({ name, point }) => ({ ...point!, load: () => load(`${tenantId}/${name}`) }))
      .sort((a, b) => a.sequence - b.sequence);
  }

  async function load(path: string): Promise<KeptCheckpoint> {
    const signal = new AbortController().signal;
    const text = await withCopy(signal, true, ({ git, head }) => git("cat-file", "blob", `${head}:${path}`));
    try {
      return JSON.parse(text) as KeptCheckpoint;
    } catch {
      throw new AssayError("INTEGRITY_ERROR", "A kept checkpoint cannot be read");
    }
  }

  return {
    name: "git",
    async keep(checkpoint, { signal }) {
      const folder = requireFolder(checkpoint.statement.tenantId);
      const name = checkpointName(checkpoint.statement);
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        if (await withCopy(signal, false, (copy) => add(checkpoint, name, copy)))
          return { location: `${branch}:${folder}/${name}` };
        await wait(Math.random() * 100 * attempt, undefined, { signal });
      }
      throw unavailable(`others pushed to '${branch}' first, ${ATTEMPTS} times`);
    },
    list: (tenantId, { signal }) => list(requireFolder(tenantId), signal),
  };
}

/** Why the remote cannot be used; undefined where it can be read. */
export async function checkCheckpointRepository(remote: RemoteOptions): Promise<string | undefined> {
  try {
    const git = openGit(tmpdir(), remote);
    await git(["ls-remote", "--heads", "origin"], { signal: new AbortController().signal });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Line {
  readonly line: string;
  readonly id: string;
  readonly name: string;
}

/** What a folder of the commit holds, or its root. */
async function linesOf(git: Copy["git"], head: string | undefined, folder?: string): Promise<Line[]> {
  if (head === undefined) return [];
  const place = folder === undefined ? [] : ["--", `${requireFolder(folder)}/`];
  const listed = await git("ls-tree", "-z", "--full-tree", head, ...place);
  return listed
    .split("\0")
    .filter(Boolean)
    .map((each) => {
      const [attributes, path] = [each.slice(0, each.indexOf("\t")), each.slice(each.indexOf("\t") + 1)];
      const name = folder === undefined ? path : path.slice(folder.length + 1);
      return { line: `${attributes}\t${name}`, id: attributes.split(" ")[2]!, name };
    });
}

const join0 = (lines: readonly string[]) => lines.map((line) => `${line}\0`).join("");

function requireFolder(tenantId: string): string {
  if (/^\w[\w-]{0,99}$/.test(tenantId)) return tenantId;
  throw new AssayError("INTEGRITY_ERROR", `'${tenantId}' is no id of a tenant`);
}
