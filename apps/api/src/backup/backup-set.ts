import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Original } from "@assay/core/backup-contents";
import { createFolderFileStore, type FolderFileStore } from "@assay/embedded/files";
import { MANIFEST, ORIGINALS, ORIGINALS_LIST } from "./manifest.ts";

/** What a backup that was cut off leaves, and the next one continues. */
export const UNFINISHED = ".unfinished";

const PAGE = 200;

/** The originals of a set, with the marker of their deployment. */
export function originalsOf(set: string): FolderFileStore {
  return createFolderFileStore({ root: join(set, ORIGINALS) });
}

export async function writeOriginalsList(set: string, pages: AsyncIterable<readonly Original[]>): Promise<void> {
  const file = await open(join(set, ORIGINALS_LIST), "w", 0o600);
  try {
    for await (const page of pages) if (page.length > 0) await file.write(toLines(page));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The SHA-256 that the list would have. */
export async function hashOriginalsList(pages: AsyncIterable<readonly Original[]>): Promise<string> {
  const hash = createHash("sha256");
  for await (const page of pages) hash.update(toLines(page));
  return hash.digest("hex");
}

const toLines = (page: readonly Original[]) => page.map((each) => `${JSON.stringify(each)}\n`).join("");

/** The list of a set's originals, a page at a time. */
export async function* readOriginalsList(set: string): AsyncGenerator<Original[]> {
  let page: Original[] = [];
  for await (const line of createInterface({ input: createReadStream(join(set, ORIGINALS_LIST)) })) {
    page.push(JSON.parse(line) as Original);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** The newest finished set in a folder. */
export async function findNewestSet(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const name of entries
    .filter((each) => each.isDirectory() && each.name !== UNFINISHED)
    .map((each) => each.name)
    .sort()
    .reverse())
    if ((await readdir(join(folder, name))).includes(MANIFEST)) return join(folder, name);
  return undefined;
}

/**
 * Gives a set an original that the previous set holds, without a copy: originals never change. Returns whether it could;
 * file systems without hard links copy.
 */
export async function linkOriginal(
  previous: string,
  set: string,
  { key, sizeBytes, sha256 }: Original,
): Promise<boolean> {
  const held = await originalsOf(previous).stat(key);
  if (held?.sizeBytes !== sizeBytes || held.sha256 !== sha256) return false;
  const [from, to] = [fileFolder(previous, key), fileFolder(set, key)];
  const part = `${to}.part`;
  try {
    await rm(part, { recursive: true, force: true });
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await mkdir(part, { mode: 0o700 });
    for (const name of await readdir(from)) await link(join(from, name), join(part, name));
    await rename(part, to);
    return true;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (["EPERM", "EXDEV", "ENOTSUP", "EMLINK"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** Removes what the list of the set does not name: of an earlier attempt, or deleted since. */
export async function pruneOriginals(set: string): Promise<void> {
  const listed = new Set<string>();
  for await (const page of readOriginalsList(set)) for (const { key } of page) listed.add(key);
  const root = join(set, ORIGINALS);
  const walk = async (path: string) => {
    for (const entry of await readdir(join(root, path), { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (inner === ".parts" || inner.endsWith(".part")) await rm(join(root, inner), { recursive: true, force: true });
      else if (!inner.endsWith(FILE)) await walk(inner);
      else if (!listed.has(inner.slice(0, -FILE.length))) await rm(join(root, inner), { recursive: true, force: true });
    }
  };
  await walk("");
}

const FILE = ".file";
const fileFolder = (set: string, key: string) => join(set, ORIGINALS, `${key}${FILE}`);
