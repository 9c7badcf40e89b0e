import { AssayError, type Document } from "@assay/contract";
import { documents } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";
import { openOriginal, requireSafe } from "../documents/index.ts";
import { fileKey } from "../documents/register-upload.ts";
import { toDocument } from "../documents/to-document.ts";
import { originalPath } from "../oscal/index.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenantForRun } from "../tenancy/transact.ts";
import type { PackageServices } from "./ensure-checkpoint.ts";
import type { LeftOut, PackageState, PackedOriginal } from "./package-state.ts";
import { startCrc32 } from "./zip-stream.ts";

interface Checked {
  readonly originals: readonly PackedOriginal[];
  readonly leftOut: readonly LeftOut[];
}

/** The cited originals, each read as a whole once, and why some cannot be given. */
export async function checkOriginals(
  ctx: Context,
  services: PackageServices,
  { run, snapshot }: Pick<PackageState, "run" | "snapshot">,
): Promise<Checked> {
  const ids = snapshot.documents.map(({ id }) => id);
  const rows = await inTenantForRun(ctx, run.id, (tx) =>
    tx
      .select()
      .from(documents)
      .where(and(eq(documents.tenantId, ctx.tenantId), inArray(documents.id, ids))),
  );
  const present = new Map(rows.map((row) => [row.id, toDocument(row)]));
  const originals = new Map<string, PackedOriginal>();
  const whyNot = new Map<string, string>();
  for (const { id, sha256Hash, originalFilename } of snapshot.documents) {
    if (originals.has(sha256Hash)) continue;
    const checked = await check(ctx, services, { id, sha256: sha256Hash, document: present.get(id) });
    if (typeof checked === "string") whyNot.set(sha256Hash, checked);
    else originals.set(sha256Hash, { ...checked, name: originalPath(sha256Hash, originalFilename) });
  }
  return {
    originals: [...originals.values()],
    leftOut: [...whyNot]
      .filter(([sha256]) => !originals.has(sha256))
      .map(([sha256, why]) => ({ what: `original ${sha256}`, why })),
  };
}

interface Cited {
  readonly id: string;
  readonly sha256: string;
  readonly document: Document | undefined;
}

async function check(
  { db, tenantId }: Context,
  { files, isScanning }: PackageServices,
  { id, sha256, document }: Cited,
): Promise<Omit<PackedOriginal, "name"> | string> {
  if (!document) return "its document is deleted";
  const refused = await requireSafe(db, document, { isScanning }).then(() => undefined, reasonOf);
  if (refused !== undefined) return refused;
  const crc = startCrc32();
  const stored = await files.rehash(fileKey({ tenantId, documentId: id }), async (chunk) => crc.add(chunk));
  if (!stored) return "its stored file is missing";
  if (stored.sha256 !== sha256) return "its stored bytes are not those that were judged";
  return { documentId: id, sha256, size: stored.sizeBytes, crc32: crc.end() };
}

function reasonOf(error: unknown): string {
  if (error instanceof AssayError && error.code === "INVALID_STATE")
    return "malware was found in it, or it is not scanned yet";
  throw error;
}

/** The bytes, each part checked before it is passed on. */
export async function* readOriginal(
  { db, tenantId }: Context,
  { files }: PackageServices,
  { documentId: id, size: sizeBytes, sha256: sha256Hash }: PackedOriginal,
): AsyncGenerator<Uint8Array, void> {
  const reader = (await openOriginal({ db, files, file: { id, tenantId, sizeBytes, sha256Hash } })).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
