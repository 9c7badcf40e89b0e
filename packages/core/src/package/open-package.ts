import { canonicalJson } from "@assay/contract";
import { signText } from "../audit/sign-text.ts";
import { sha256Hex } from "../digest.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenantForRun } from "../tenancy/transact.ts";
import type { PackageServices } from "./ensure-checkpoint.ts";
import { checkOriginals, readOriginal } from "./originals.ts";
import { PACKAGE_FILES } from "./package-files.ts";
import type { ListedFile, PackageContent, PackageState, PackageTools } from "./package-state.ts";
import { readAuditLines } from "./read-audit-lines.ts";
import { readContents, readPackageState } from "./read-package-state.ts";
import { writeManifest } from "./write-manifest.ts";
import { sizeOfZip, startCrc32, streamZip, type ZipEntry } from "./zip-stream.ts";

const CHUNKS = 200;

export interface PackageRequest {
  readonly runId: string;
  /** With the cited originals. */
  readonly withOriginals: boolean;
}

export interface OpenedPackage {
  readonly filename: string;
  readonly sizeBytes: number;
  /** SHA-256 of `manifest.json` and `manifest.sig`, one after the other: it changes with any byte of the package. */
  readonly hash: string;
  readonly state: PackageState;
  /** All files in the order of their names. */
  readonly files: readonly ListedFile[];
  /** Made while they are read; memory does not grow with originals, chunks or audit entries. */
  bytes(): AsyncIterable<Uint8Array>;
}

type Written = ZipEntry & ListedFile;

/**
 * A captured run with all that proves it, as one ZIP: equal bytes for an equal state. Everything is read once before the first
 * byte, so that what is missing is named in the manifest. Throws as `readPackageState` does.
 */
export async function openPackage(
  ctx: Context,
  services: PackageServices,
  { runId, withOriginals }: PackageRequest,
): Promise<OpenedPackage> {
  const read = await readPackageState(ctx, services, runId);
  const checked = withOriginals ? await checkOriginals(ctx, services, read) : { originals: [], leftOut: [] };
  const state = { ...read, originals: checked.originals, leftOut: [...read.leftOut, ...checked.leftOut] };
  const tools = toolsFor(ctx, services, state);
  const written: Written[] = state.originals.map((original) => ({
    name: original.name,
    size: original.size,
    sha256: original.sha256,
    crc32: original.crc32,
    isChecked: true,
    content: () => readOriginal(ctx, services, original),
  }));
  for (const { name, isIn, write } of PACKAGE_FILES) {
    if (isIn && !isIn(state)) continue;
    const content = await write(state, tools);
    const again = () => write(state, tools);
    written.push(await measure(services, name, content, again));
  }
  const manifest = writeManifest(state, written.toSorted(byName).map(toListed));
  const signature = await signText(services.signer, manifest);
  const signed = canonicalJson({ keyId: services.signer.keyId, signature });
  for (const [name, content] of [
    ["manifest.json", manifest],
    ["manifest.sig", signed],
  ] as const)
    written.push(await measure(services, name, content));
  const entries = written.toSorted(byName);
  return {
    filename: `assay-package-${state.run.id}.zip`,
    sizeBytes: sizeOfZip(entries),
    hash: await sha256Hex(`${manifest}${signed}`),
    state,
    files: entries.map(toListed),
    bytes: () => streamZip(entries),
  };
}

const byName = (one: ListedFile, other: ListedFile) => (one.name < other.name ? -1 : 1);
const toListed = ({ name, size, sha256 }: ListedFile): ListedFile => ({ name, size, sha256 });

/** What is whole is kept; a stream is written again when it is sent. */
async function measure(
  { startSha256 }: PackageServices,
  name: string,
  content: PackageContent,
  again?: () => PackageContent | Promise<PackageContent>,
): Promise<Written> {
  const whole = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const hash = startSha256();
  const crc = startCrc32();
  let size = 0;
  const parts = whole instanceof Uint8Array ? [whole] : whole;
  for await (const part of parts) {
    size += part.length;
    hash.update(part);
    crc.add(part);
  }
  const read = whole instanceof Uint8Array ? () => [whole] : () => streamAgain(again!);
  return { name, size, sha256: hash.digest(), crc32: crc.end(), content: read };
}

async function* streamAgain(write: () => PackageContent | Promise<PackageContent>): AsyncGenerator<Uint8Array, void> {
  const content = await write();
  if (typeof content === "string" || content instanceof Uint8Array)
    throw new TypeError("Cannot write a file as a stream once and whole the next time");
  yield* content;
}

function toolsFor(ctx: Context, { signer }: PackageServices, state: PackageState): PackageTools {
  const { tenantId, db } = ctx;
  const runId = state.run.id;
  return {
    keyId: signer.keyId,
    sign: (bytes) => signer.sign(bytes),
    async *readChunks() {
      for (let at = 0; at < state.chunks.length; at += CHUNKS) {
        const refs = state.chunks.slice(at, at + CHUNKS);
        yield await inTenantForRun(ctx, runId, (tx) => readContents(tx, tenantId, refs));
      }
    },
    readAudit: () => readAuditLines({ db, tenantId }, { runId, ...state.audit }),
  };
}
