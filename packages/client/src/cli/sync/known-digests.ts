import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile } from "../replace-file.ts";
import type { Digest } from "./digest-stream.ts";
import type { Bucket, BucketObject } from "./open-bucket.ts";

/** What was in objects when they were last hashed on this machine. */
export interface KnownDigests {
  /** Undefined for one that is new, that is another by its tag, size or time, or whose tag tells nothing of its bytes. */
  find(object: BucketObject): Digest | undefined;
  /** Keeps one at once, so that what is interrupted is not hashed again. */
  add(object: Hashed): Promise<void>;
  /** In place of all that was kept before. */
  keep(objects: readonly Hashed[]): Promise<void>;
}

type Hashed = BucketObject & { readonly sha256: string };
type Kept = readonly [etag: string, bytes: number, modified: string, sha256: string];

/** An MD5. That of an object that was sent in parts says as much of its parts as of its bytes. */
const OF_BYTES = /^"?[0-9a-f]{32}"?$/i;

/** In a file of `folder` for each bucket and prefix, a line for each object; what cannot be read of it is as none. */
export async function openKnownDigests(folder: string, { address, prefix }: Bucket): Promise<KnownDigests> {
  const name = createHash("sha256").update(`${address}/${prefix}`).digest("hex").slice(0, 32);
  const path = join(folder, `${name}.jsonl`);
  const kept = await readKept(path);
  const toLine = ({ key, etag, bytes, modified, sha256 }: Hashed) =>
    JSON.stringify([key, etag, bytes, modified, sha256]);
  return {
    find({ key, etag, bytes, modified }) {
      const [keptTag, keptBytes, keptTime, sha256] = kept.get(key) ?? [];
      const isSame = keptTag === etag && keptBytes === bytes && keptTime === modified;
      return isSame && OF_BYTES.test(etag) ? { sha256: sha256!, bytes } : undefined;
    },
    add: (object) => ignoreFailure(() => appendLine(path, toLine(object))),
    keep: (objects) => ignoreFailure(() => replaceFile(path, objects.map(toLine).join("\n"))),
  };
}

async function readKept(path: string): Promise<Map<string, Kept>> {
  const text = await readFile(path, "utf8").catch(() => "");
  return new Map(text.split("\n").flatMap(readLine));
}

function readLine(line: string): [string, Kept][] {
  try {
    const [key, etag, bytes, modified, sha256] = JSON.parse(line);
    return /^[0-9a-f]{64}$/.test(sha256) ? [[key, [etag, bytes, modified, sha256]]] : [];
  } catch {
    return [];
  }
}

/** The line break comes first: what a process that was ended wrote before has none at its end. */
async function appendLine(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await appendFile(path, `\n${line}`, { mode: 0o600 });
}

/** What cannot be kept is hashed again the next time. */
async function ignoreFailure(write: () => Promise<void>): Promise<void> {
  await write().catch(() => {});
}
