import { AssayError } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { type Context, toOwnTenant } from "../tenancy/context.ts";
import { missingResource } from "../tenancy/missing-resource.ts";
import { hasRole, requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inPacks, inTenant } from "../tenancy/transact.ts";
import { findPackRow, getPackRow, lockPack, type PackRow } from "./write-version.ts";

/**
 * Reads a pack as the actor sees it: one of the tenant's own, one that it uses or is offered, and for a SUPER_ADMIN each
 * of the deployment's. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED.
 */
export async function withPack<T>(
  ctx: Context,
  packId: string,
  act: (tx: Transaction, pack: PackRow) => Promise<T>,
): Promise<T> {
  requireRole(ctx, "ADMIN");
  const read = await inPacks(ctx, async (tx) => {
    const pack = await findPackRow(tx, packId);
    return pack && { value: await act(tx, pack) };
  });
  if (!read) throw await missingResource(ctx, "pack", packId);
  return read.value;
}

/**
 * Changes a pack where its owner's acts are recorded: in the tenant, or for the deployment's in the actor's own. Throws
 * as `withPack`, FORBIDDEN for the deployment's pack unless the actor is a SUPER_ADMIN, INVALID_STATE for an archived one.
 */
export async function changePack<T>(
  ctx: Context,
  packId: string,
  act: (tx: Transaction, place: Context, pack: PackRow) => Promise<T>,
  { archived = false } = {},
): Promise<T> {
  const { ownerTenantId } = await withPack(ctx, packId, async (_, pack) => pack);
  if (ownerTenantId === null) requireDeployment(ctx, "change a pack of the deployment");
  const place = placeOf(ctx, ownerTenantId);
  return inTenant(place, async (tx) => {
    const pack = await holdPack(tx, packId);
    if (pack.archivedAt !== null && !archived) throw isArchived(packId);
    return act(tx, place, pack);
  });
}

/** The pack as it stays until the transaction ends: each change of it, and each new binding, waits here. Throws NOT_FOUND. */
export function holdPack(tx: Transaction, packId: string): Promise<PackRow> {
  return asCatalog(tx, async () => {
    await lockPack(tx, packId);
    return getPackRow(tx, packId);
  });
}

/** Where what concerns the packs of an owner is done and recorded. */
export function placeOf(ctx: Context, ownerTenantId: string | null): Context {
  return ownerTenantId === null ? toOwnTenant(ctx) : ctx;
}

export function requireDeployment(ctx: Context, act: string): void {
  if (!hasRole(ctx.actor, "SUPER_ADMIN"))
    throw new AssayError("FORBIDDEN", `Cannot ${act} because it requires the role SUPER_ADMIN`);
}

export function isArchived(packId: string): AssayError {
  return new AssayError("INVALID_STATE", `Cannot use pack '${packId}' because it is archived`, {
    details: { id: packId },
  });
}
