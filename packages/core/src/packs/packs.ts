import type { Pack } from "@assay/contract";
import { packs } from "@assay/db";
import { recordAudit } from "../audit/record-audit.ts";
import { mapPage, newestPage, type Page } from "../paging.ts";
import { type Context, toOwnTenant } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../tenancy/transact.ts";
import { getPackRow, insertPack, type PackRow } from "./write-version.ts";

/** Makes a pack without a version. */
export function createPack(ctx: Context, pack: { name: string; description: string }): Promise<Pack> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  return inTenant(home, async (tx) => {
    const row = await asCatalog(tx, () => insertPack(tx, pack));
    await recordAudit(tx, home, { action: "pack.created", objectType: "pack", objectId: row.id });
    return toPack(row);
  });
}

/** Throws NOT_FOUND. */
export function getPack(ctx: Context, packId: string): Promise<Pack> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => toPack(await getPackRow(tx, packId)));
}

/** All packs of the deployment, newest first. */
export function listPacks(ctx: Context, query: { limit: number; cursor?: string | undefined }): Promise<Page<Pack>> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) =>
    mapPage(await newestPage("packs", query, { from: tx.select().from(packs), columns: packs }), toPack),
  );
}

function toPack({ id, name, description, createdAt }: PackRow): Pack {
  return { id, name, description, createdAt: createdAt.toISOString() };
}
