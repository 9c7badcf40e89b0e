import type { Pack } from "@assay/contract";
import { packs } from "@assay/db";
import { desc } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { newestFirst, type Page, toPage } from "../paging.ts";
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
export function listPacks(
  ctx: Context,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Pack>> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(packs)
      .where(newestFirst("packs", packs.createdAt, packs.id, cursor))
      .orderBy(desc(packs.createdAt), desc(packs.id))
      .limit(limit + 1);
    const page = toPage("packs", rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
    return { items: page.items.map(toPack), nextCursor: page.nextCursor };
  });
}

function toPack({ id, name, description, createdAt }: PackRow): Pack {
  return { id, name, description, createdAt: createdAt.toISOString() };
}
