import { AssayError } from "@assay/contract";
import { isTextSigned } from "../audit/sign-text.ts";
import { sha256Hex } from "../digest.ts";
import type { StartSha256 } from "../file-keys/index.ts";
import { damaged } from "./damaged.ts";
import { ARCHIVE_ORIGIN, type ArchiveHead, type ArchiveManifest } from "./export-tenant.ts";
import { keyFingerprint } from "./key-fingerprint.ts";
import { readTar, type TarFile } from "./tar.ts";

/** Reads an archive from its beginning, each time that it is called. */
export type ArchiveSource = () => AsyncIterable<Uint8Array>;

export interface CheckedArchive {
  readonly head: ArchiveHead;
  readonly manifest: ArchiveManifest;
  /** SHA-256 of the manifest. */
  readonly manifestHash: string;
  /** SHA-256 of each file that the manifest names. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads all of an archive and writes nothing. Throws INTEGRITY_ERROR unless each byte is what its manifest says and the
 * key of this fingerprint signed that; INVALID_STATE, with the fingerprint, where none or another was given.
 */
export async function checkArchive(
  source: ArchiveSource,
  { keyFingerprint: given, startSha256 }: { readonly keyFingerprint: string | undefined; startSha256: StartSha256 },
): Promise<CheckedArchive> {
  const seen = new Map<string, string>();
  const texts = new Map<string, string>();
  for await (const entry of readTar(source())) {
    if (!NAME.test(entry.name)) throw damaged(`it holds '${entry.name}'`);
    if (seen.has(entry.name)) throw damaged(`it holds '${entry.name}' twice`);
    const hash = startSha256();
    const kept: Uint8Array[] = [];
    for await (const bytes of entry.content()) {
      hash.update(bytes);
      if (READ.has(entry.name)) kept.push(bytes);
    }
    seen.set(entry.name, hash.digest());
    if (READ.has(entry.name)) texts.set(entry.name, textOf(kept));
  }
  const [headText, manifestText, signed] = [...READ].map((name) => {
    const text = texts.get(name);
    if (text === undefined) throw damaged(`it has no ${name}`);
    return text;
  }) as [string, string, string];
  const head = parseJson<ArchiveHead>(headText);
  const manifest = parseJson<ArchiveManifest>(manifestText);
  if ((head.origin as string) !== ARCHIVE_ORIGIN || (manifest.origin as string) !== ARCHIVE_ORIGIN)
    throw damaged(`it is not of ${ARCHIVE_ORIGIN}`);
  await requireSigned(head, manifestText, parseJson(signed), given);
  if (manifest.tenantId !== head.tenant.id) throw damaged("its manifest is of another tenant");
  for (const name of UNLISTED) seen.delete(name);
  for (const { name, sha256 } of manifest.files)
    if (seen.get(name) !== sha256) throw damaged(`'${name}' is not what the manifest says`);
  if (manifest.files.length !== seen.size) throw damaged("it holds files that its manifest does not name");
  return { head, manifest, manifestHash: await sha256Hex(manifestText), files: seen };
}

const UNLISTED = ["manifest.json", "manifest.sig"] as const;
const NAME =
  /^((archive|manifest)\.json|manifest\.sig|tables\/[a-z_]+\/\d{8}\.jsonl|(originals|guidance)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const READ: ReadonlySet<string> = new Set(["archive.json", ...UNLISTED]);

async function requireSigned(
  { keys }: ArchiveHead,
  payload: string,
  { keyId, signature }: { readonly keyId: string; readonly signature: string },
  given: string | undefined,
): Promise<void> {
  const key = keys.find(({ kid }) => kid === keyId);
  if (!key || !(await isTextSigned({ payload, signature, keyId }, [key]))) throw damaged("its signature is not valid");
  const fingerprint = await keyFingerprint(key);
  if (given === fingerprint) return;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot import the tenant because the key '${fingerprint}' signed its archive${
      given === undefined ? "" : `, not '${given}'`
    }: compare it with the key that the first deployment shows, and give it as the fingerprint`,
    { details: { keyFingerprint: fingerprint } },
  );
}

/** The files of an archive that was checked, in turn. Throws INTEGRITY_ERROR where it has one less by now, or one twice. */
export async function* readChecked(
  source: ArchiveSource,
  checked: ReadonlyMap<string, string>,
  isRead: (name: string) => boolean,
): AsyncGenerator<TarFile, void> {
  const left = new Set([...checked.keys()].filter(isRead));
  for await (const entry of readTar(source())) {
    if (!isRead(entry.name)) {
      await passOver(entry);
      continue;
    }
    if (!left.delete(entry.name)) throw damaged(`it holds '${entry.name}' twice, or only since it was checked`);
    yield entry;
  }
  for (const name of left) throw damaged(`'${name}' is in it no longer`);
}

export async function passOver(entry: TarFile): Promise<void> {
  const content = entry.content();
  for (let next = await content.next(); !next.done; ) next = await content.next();
}

export async function bytesOf(entry: TarFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const bytes of entry.content()) parts.push(bytes);
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

const textOf = (parts: readonly Uint8Array[]) => {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
};

function parseJson<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw damaged("what it says of itself is no JSON");
  }
}
