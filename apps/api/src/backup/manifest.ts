import { createHash } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError } from "../config.ts";

export const MANIFEST = "manifest.json";
/** In a set: the dump of a server, the folder of an embedded database, originals and their list, keys and the rest of the data folder. */
export const DUMP = "database.dump";
export const EMBEDDED = "database";
export const ORIGINALS = "files";
export const ORIGINALS_LIST = "originals.jsonl";
export const FOLDER = "folder";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.number().int().nonnegative();
/** Within the set: none leads out of it, by whatever wrote the manifest. */
const path = z.string().refine((given) => !given.split(/[\\/]/).some((part) => ["", ".", ".."].includes(part)));
const file = z.strictObject({ path, sizeBytes: size, sha256 });
export type ListedFile = z.infer<typeof file>;

const contents = z.strictObject({
  deploymentId: z.uuid(),
  migration: z.string(),
  tables: z.record(z.string(), size),
  tenants: z
    .array(
      z.strictObject({
        id: z.uuid(),
        documents: size,
        snapshots: z.strictObject({ count: size, digest: sha256 }),
        audit: z.strictObject({ entries: size, sequence: size, hash: z.string() }),
      }),
    )
    .readonly(),
});

/** What a set holds. It is written last: a set without one is unfinished. */
const manifest = z.strictObject({
  version: z.literal(1),
  id: z.uuid(),
  /** Of the snapshot of the database. */
  takenAt: z.iso.datetime(),
  /** The release that made it. */
  release: z.string(),
  database: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("server"), serverVersion: size, toolVersion: size, sizeBytes: size, sha256 }),
    z.strictObject({ kind: z.literal("embedded"), files: z.array(file) }),
  ]),
  contents,
  originals: z.strictObject({
    count: size,
    sizeBytes: size,
    /** Of the list. */
    sha256,
    /** Keys of those that the store has lost or damaged: the set does not hold them. */
    missing: z.array(z.string()),
  }),
  folder: z.array(file),
});
export type Manifest = z.infer<typeof manifest>;

/** Writes the manifest so that it is whole or not there. Returns its SHA-256. */
export async function writeManifest(set: string, stated: Manifest): Promise<string> {
  const text = `${JSON.stringify(stated, null, 1)}\n`;
  const handle = await open(join(set, `${MANIFEST}.part`), "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(join(set, `${MANIFEST}.part`), join(set, MANIFEST));
  return createHash("sha256").update(text).digest("hex");
}

/** Throws ConfigError for a folder that is no finished set of this form. */
export async function readManifest(set: string): Promise<Manifest> {
  const text = await readFile(join(set, MANIFEST), "utf8").catch(() => {
    throw new ConfigError(
      `Cannot find a backup in '${set}': it has no ${MANIFEST}, so it is unfinished or another folder`,
    );
  });
  const parsed = manifest.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new ConfigError(`Cannot read the manifest in '${set}': '${path.join(".")}' ${message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
