import { AssayError, isUuid, type Manifest, type ManifestFile, type ManifestPayload } from "@assay/contract";
import { sourceManifestParts, sourceManifests, type Transaction } from "@assay/db";
import { and, asc, desc, eq, lt } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { inTenant } from "../tenancy/transact.ts";
import { type ManifestRow, toManifest } from "./to-manifest.ts";

/** Newest first. */
export async function listManifests(
  ctx: Context,
  source: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<Manifest>> {
  const before = cursor === undefined ? undefined : decodeCursor("manifests", cursor, ["number"])[0];
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(sourceManifests)
      .where(
        and(
          eq(sourceManifests.tenantId, ctx.tenantId),
          eq(sourceManifests.source, source),
          before === undefined ? undefined : lt(sourceManifests.sequence, before),
        ),
      )
      .orderBy(desc(sourceManifests.sequence))
      .limit(limit + 1);
    const page = toPage("manifests", rows, limit, ({ sequence }) => [sequence]);
    const actors = page.items.map(({ closedBy }) => closedBy);
    const names = await nameActors(tx, ctx.tenantId, actors);
    return { ...page, items: page.items.map((row) => toManifest(row, names)) };
  });
}

/** Throws INTEGRITY_ERROR for one whose payload or files are not those that were signed. */
export async function getManifest(ctx: Context, source: string, id: string) {
  const read = isUuid(id)
    ? await inTenant(ctx, async (tx) => {
        const manifest = await readManifest(tx, ctx.tenantId, id);
        return manifest?.manifest.source === source ? manifest : undefined;
      })
    : undefined;
  return found(ctx, "manifest", id, read);
}

export interface ReadManifest {
  readonly manifest: Manifest;
  /** Of its files, a line of JSON for each. */
  readonly lines: string;
  readonly filesHash: string;
  readonly files: readonly ManifestFile[];
}

export async function readManifest(tx: Transaction, tenantId: string, id: string): Promise<ReadManifest | undefined> {
  const [row] = await tx
    .select()
    .from(sourceManifests)
    .where(and(eq(sourceManifests.tenantId, tenantId), eq(sourceManifests.id, id)));
  if (!row) return undefined;
  const parts = await tx
    .select({ lines: sourceManifestParts.lines })
    .from(sourceManifestParts)
    .where(and(eq(sourceManifestParts.tenantId, tenantId), eq(sourceManifestParts.manifestId, id)))
    .orderBy(asc(sourceManifestParts.partIndex));
  const lines = parts.map((part) => part.lines).join("");
  const filesHash = await requireSound(row, lines);
  return {
    manifest: toManifest(row, await nameActors(tx, tenantId, [row.closedBy])),
    lines,
    filesHash,
    files: lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ManifestFile])),
  };
}

async function requireSound(row: ManifestRow, lines: string): Promise<string> {
  const filesHash = await sha256Hex(lines);
  if ((await sha256Hex(row.payload)) === row.payloadHash) {
    const payload = JSON.parse(row.payload) as ManifestPayload;
    if (payload.filesHash === filesHash && payload.manifestId === row.id) return filesHash;
  }
  throw new AssayError(
    "INTEGRITY_ERROR",
    `Cannot serve manifest '${row.id}' because it is not stored as it was signed`,
    {
      details: { id: row.id },
    },
  );
}
