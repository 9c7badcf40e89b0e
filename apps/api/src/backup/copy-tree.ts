import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ConfigError } from "../config.ts";
import type { ListedFile } from "./manifest.ts";

/** Each waits for the disk. */
const AT_A_TIME = 16;

/**
 * Copies a folder with all that is in it, readable by its owner alone. `skip` names entries at its top. A file that goes
 * meanwhile is omitted. Returns what was copied, by path. Throws ConfigError for a symbolic link: what it leads to would be lost.
 */
export async function copyTree(from: string, to: string, skip: ReadonlySet<string> = new Set()): Promise<ListedFile[]> {
  const listed = await listTree(from, skip);
  const link = listed.find(({ kind }) => kind === "LINK");
  if (link)
    throw new ConfigError(
      `Cannot back up '${join(from, link.path)}' as it is a symbolic link: put what it leads to in its place`,
    );
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const { path, kind } of listed)
    if (kind === "FOLDER") await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  const files = listed.filter(({ kind }) => kind === "FILE");
  const copied: ListedFile[] = [];
  for (let at = 0; at < files.length; at += AT_A_TIME) {
    const written = await Promise.all(
      files
        .slice(at, at + AT_A_TIME)
        .map(async ({ path }) => ({ path, ...(await copyFile(join(from, path), join(to, path))) })),
    );
    for (const { path, sizeBytes, sha256 } of written)
      if (sizeBytes !== undefined && sha256 !== undefined) copied.push({ path, sizeBytes, sha256 });
  }
  return copied;
}

/** Symbolic links in a folder, in words: what is listed is the folder's own. */
export async function findLinks(folder: string): Promise<string[]> {
  const listed = existsSync(folder) ? await listTree(folder) : [];
  return listed.filter(({ kind }) => kind === "LINK").map(({ path }) => `'${path}' is a symbolic link`);
}

/** The files of a list that are not as listed, in words. */
export async function findChanged(folder: string, files: readonly ListedFile[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, sizeBytes, sha256 } of files) {
    const found = await hashFile(join(folder, path));
    if (!found) problems.push(`'${path}' is missing`);
    else if (found.sizeBytes !== sizeBytes || found.sha256 !== sha256) problems.push(`'${path}' has other bytes`);
  }
  return problems;
}

/** Undefined where there is no such file. */
export async function hashFile(path: string): Promise<Omit<ListedFile, "path"> | undefined> {
  const measured = measure();
  try {
    for await (const chunk of createReadStream(path)) measured.add(chunk as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  return measured.end();
}

interface Listed {
  readonly path: string;
  readonly kind: "FOLDER" | "FILE" | "LINK";
}

/** Folders with nothing in them belong to an embedded database too. */
async function listTree(root: string, skip: ReadonlySet<string> = new Set()): Promise<Listed[]> {
  const found: Listed[] = [];
  const walk = async (path: string) => {
    for (const entry of await readdir(join(root, path), { withFileTypes: true })) {
      if (path === "" && skip.has(entry.name)) continue;
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        found.push({ path: inner, kind: "FOLDER" });
        await walk(inner);
      } else if (entry.isFile()) found.push({ path: inner, kind: "FILE" });
      else if (entry.isSymbolicLink()) found.push({ path: inner, kind: "LINK" });
    }
  };
  await walk("");
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function copyFile(from: string, to: string): Promise<Omit<ListedFile, "path"> | undefined> {
  const measured = measure();
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      measured.add(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(from), counting, createWriteStream(to, { mode: 0o600, flush: true }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    await rm(to, { force: true });
    return undefined;
  }
  return measured.end();
}

function measure() {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  return {
    add(chunk: Buffer) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
    },
    end: () => ({ sizeBytes, sha256: hash.digest("hex") }),
  };
}
