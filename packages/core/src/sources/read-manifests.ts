import { type DamagedResult, isUuid, type Manifest, type ManifestFile, type ManifestPayload } from "@assay/contract";
import { sourceManifestParts, sourceManifests, type Transaction } from "@assay/db";
import { and, asc, desc, eq, lt } from "drizzle-orm";
import { listCheckpointKeys } from "../audit/checkpoint-keys.ts";
import { sha256Hex } from "../digest.ts";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import type { PublicSigningKey, Signer } from "../ports/signer.ts";
import { damagedResult } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { inTenant } from "../tenancy/transact.ts";
import { damagedManifest, findDamagedManifests, isManifestSigned } from "./compare-manifests.ts";
import { findGone } from "./last-manifests.ts";
import { type ManifestRow, toManifest } from "./to-manifest.ts";

interface ManifestServices {
  readonly signer: Signer;
}

/** Newest first. In the place of one that is not stored as it was recorded its id; also in that of a last one that is gone. */
export async function listManifests(
  ctx: Context,
  { signer }: ManifestServices,
  source: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<Manifest | DamagedResult>> {
  const before = cursor === undefined ? undefined : decodeCursor("manifests", cursor, ["number"])[0];
  const keys = await listCheckpointKeys(ctx.db, signer);
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
    const damaged = await findDamagedManifests(tx, ctx.tenantId, page.items);
    const show = async (row: ManifestRow) =>
      damaged.has(row.id) ? damagedResult(row.id) : toManifest(row, names, await isManifestSigned(row, keys));
    const items = await Promise.all(page.items.map(show));
    const [gone] = before === undefined ? await findGone(tx, ctx.tenantId, [{ source, id: page.items[0]?.id }]) : [];
    const isNotListed = gone && !page.items.some(({ id }) => id === gone.id);
    return { ...page, items: isNotListed ? [damagedResult(gone.id), ...items] : items };
  });
}

/** Throws INTEGRITY_ERROR for one whose payload or files are not those that were signed. */
export async function getManifest(ctx: Context, { signer }: ManifestServices, source: string, id: string) {
  const keys = await listCheckpointKeys(ctx.db, signer);
  const read = isUuid(id)
    ? await inTenant(ctx, async (tx) => {
        const manifest = await readManifest(tx, { tenantId: ctx.tenantId, id, keys });
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

interface Wanted {
  readonly tenantId: string;
  readonly id: string;
  readonly keys: readonly PublicSigningKey[];
}

export async function readManifest(tx: Transaction, { tenantId, id, keys }: Wanted): Promise<ReadManifest | undefined> {
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
  const filesHash = await sha256Hex(lines);
  const damaged = await findDamagedManifests(tx, tenantId, [row]);
  if (damaged.size > 0 || (JSON.parse(row.payload) as ManifestPayload).filesHash !== filesHash)
    throw damagedManifest(id);
  return {
    manifest: toManifest(row, await nameActors(tx, tenantId, [row.closedBy]), await isManifestSigned(row, keys)),
    lines,
    filesHash,
    files: lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ManifestFile])),
  };
}
