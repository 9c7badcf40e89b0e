import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Digest } from "./digest-stream.ts";
import type { Bucket, BucketObject } from "./open-bucket.ts";

/** What was in objects when they were last hashed on this machine. */
export interface KnownDigests {
  /** Undefined for one that is new, or another by its entity tag or size. */
  find(object: BucketObject): Digest | undefined;
  /** In place of what was kept before. */
  keep(objects: readonly (BucketObject & { readonly sha256: string })[]): Promise<void>;
}

type Kept = Readonly<Record<string, readonly [etag: string, bytes: number, sha256: string]>>;

/** In a file of `folder` for each bucket and prefix; one that cannot be read is as none. */
export async function openKnownDigests(folder: string, { address, prefix }: Bucket): Promise<KnownDigests> {
  const name = createHash("sha256").update(`${address}/${prefix}`).digest("hex").slice(0, 32);
  const path = join(folder, `${name}.json`);
  let kept = new Map(Object.entries(await readKept(path)));
  return {
    find({ key, etag, bytes }) {
      const [keptTag, keptBytes, sha256] = kept.get(key) ?? [];
      if (etag === "" || keptTag !== etag || keptBytes !== bytes || !/^[0-9a-f]{64}$/.test(sha256 ?? ""))
        return undefined;
      return { sha256: sha256!, bytes };
    },
    async keep(objects) {
      kept = new Map(objects.map(({ key, etag, bytes, sha256 }) => [key, [etag, bytes, sha256]]));
      await writeKept(path, Object.fromEntries(kept));
    },
  };
}

async function readKept(path: string): Promise<Kept> {
  try {
    const kept: unknown = JSON.parse(await readFile(path, "utf8"));
    return typeof kept === "object" && kept !== null
      ? Object.fromEntries(Object.entries(kept).filter(([, each]) => Array.isArray(each)))
      : {};
  } catch {
    return {};
  }
}

/** What cannot be kept is hashed again the next time. */
async function writeKept(path: string, kept: Kept): Promise<void> {
  const made = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(made, JSON.stringify(kept), { mode: 0o600 });
    await rename(made, path);
  } catch {
    await rm(made, { force: true });
  }
}
