import { AssayError, isUuid, type PackBinding, type Requirement } from "@assay/contract";
import { criteria, criteriaVersions, packBindings, packOffers, packs, requirements, type Transaction } from "@assay/db";
import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import { requirePinned } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { findActiveRunId } from "../tenancy/find-active-run.ts";
import { lockEvidence } from "../tenancy/lock-evidence.ts";
import { hasRole, requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../tenancy/transact.ts";
import { holdPack, isArchived, withPack } from "./pack-place.ts";
import { getVersionRow } from "./read-versions.ts";
import type { PackRow } from "./write-version.ts";

export type Binding = typeof packBindings.$inferSelect;

export interface PackVersion {
  readonly packId: string;
  readonly criteriaVersionId: string;
}

/** The packs that the tenant uses, each at its version. */
export function listBindings(ctx: Context): Promise<PackVersion[]> {
  return inTenant(ctx, (tx) =>
    tx
      .select({ packId: packBindings.packId, criteriaVersionId: packBindings.criteriaVersionId })
      .from(packBindings)
      .where(eq(packBindings.tenantId, ctx.tenantId))
      .orderBy(asc(packBindings.boundAt), asc(packBindings.packId)),
  );
}

/** The packs that the tenant uses, as people know them. */
export function listBoundPacks(
  tx: Transaction,
  tenantId: string,
): Promise<{ id: string; name: string; criteriaVersionId: string; version: number }[]> {
  return tx
    .select({
      id: packs.id,
      name: packs.name,
      criteriaVersionId: criteriaVersions.id,
      version: criteriaVersions.version,
    })
    .from(packBindings)
    .innerJoin(packs, eq(packs.id, packBindings.packId))
    .innerJoin(criteriaVersions, eq(criteriaVersions.id, packBindings.criteriaVersionId))
    .where(eq(packBindings.tenantId, tenantId))
    .orderBy(asc(packBindings.boundAt), asc(packBindings.packId));
}

/**
 * Binds the tenant to a pack at one published criteria version, or moves it to another one: an ADMIN to a pack of the
 * tenant or one that it is offered, a SUPER_ADMIN to each of the deployment's too. Throws as `withPack`, FORBIDDEN,
 * INVALID_STATE.
 */
export async function bindPack(ctx: Context, { packId, criteriaVersionId }: PackVersion): Promise<PackBinding> {
  const { status } = await withPack(ctx, packId, async (tx, pack) => {
    await requireMayBind(tx, ctx, pack);
    return getVersionRow(tx, packId, criteriaVersionId);
  });
  return inTenant(ctx, async (tx) => {
    const pack = await holdPack(tx, packId);
    await requireMayBind(tx, ctx, pack);
    if (pack.archivedAt !== null && !(await findBoundVersion(tx, ctx.tenantId, packId))) throw isArchived(packId);
    if (status !== "PUBLISHED")
      throw new AssayError(
        "INVALID_STATE",
        `Cannot bind criteria version '${criteriaVersionId}' because it is not published`,
        { details: { id: criteriaVersionId } },
      );
    await writeBinding(tx, { tenantId: ctx.tenantId, packId, criteriaVersionId });
    const binding = await findBoundVersion(tx, ctx.tenantId, packId);
    await recordAudit(tx, ctx, { action: "pack.bound", objectType: "pack", objectId: packId });
    return binding!;
  });
}

/** Binds as the catalogue, which sees packs that the tenant does not use yet. */
export function writeBinding(tx: Transaction, binding: PackVersion & { readonly tenantId: string }): Promise<void> {
  const { criteriaVersionId } = binding;
  return asCatalog(tx, async () => {
    await tx
      .insert(packBindings)
      .values(binding)
      .onConflictDoUpdate({ target: [packBindings.tenantId, packBindings.packId], set: { criteriaVersionId } });
  });
}

async function requireMayBind(tx: Transaction, ctx: Context, pack: PackRow): Promise<void> {
  if (pack.ownerTenantId !== null || pack.offeredToAll || hasRole(ctx.actor, "SUPER_ADMIN")) return;
  const offers = await tx
    .select({ packId: packOffers.packId })
    .from(packOffers)
    .where(and(eq(packOffers.tenantId, ctx.tenantId), eq(packOffers.packId, pack.id)));
  if (offers.length === 0)
    throw new AssayError(
      "FORBIDDEN",
      `Cannot bind pack '${pack.id}' because it is not offered to the tenant: ask a SUPER_ADMIN`,
    );
}

/** How the tenant uses a pack. Throws NOT_FOUND where it does not. */
export function getBinding(ctx: Context, packId: string): Promise<PackBinding> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, (tx) => requireBoundVersion(tx, ctx.tenantId, packId));
}

/**
 * Ends the tenant's use of a pack. Its runs keep what they pinned, and the tenant goes on seeing the pack that they are
 * of. Throws NOT_FOUND where the tenant does not use it, INVALID_STATE while a run of it is under way.
 */
export function unbindPack(ctx: Context, packId: string): Promise<void> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    await lockEvidence(tx, tenantId);
    await requireBoundVersion(tx, tenantId, packId);
    const runId = await findActiveRunId(tx, tenantId, packId);
    if (runId)
      throw new AssayError(
        "INVALID_STATE",
        `Cannot unbind pack '${packId}' because run '${runId}' of it is under way: cancel it, or wait until it ends`,
        { details: { id: packId, runId } },
      );
    await tx.delete(packBindings).where(and(eq(packBindings.tenantId, tenantId), eq(packBindings.packId, packId)));
    await recordAudit(tx, ctx, { action: "pack.unbound", objectType: "pack", objectId: packId });
  });
}

async function requireBoundVersion(tx: Transaction, tenantId: string, packId: string): Promise<PackBinding> {
  const binding = isUuid(packId) ? await findBoundVersion(tx, tenantId, packId) : undefined;
  if (!binding) throw notAmongPacks(packId);
  return binding;
}

function notAmongPacks(packId: string): AssayError {
  return new AssayError("NOT_FOUND", `Cannot find pack '${packId}' among the tenant's packs`, {
    details: { id: packId },
  });
}

async function findBoundVersion(tx: Transaction, tenantId: string, packId: string): Promise<PackBinding | undefined> {
  const [row] = await tx
    .select({
      criteriaVersionId: packBindings.criteriaVersionId,
      version: criteriaVersions.version,
      boundAt: packBindings.boundAt,
    })
    .from(packBindings)
    .innerJoin(criteriaVersions, eq(criteriaVersions.id, packBindings.criteriaVersionId))
    .where(and(eq(packBindings.tenantId, tenantId), eq(packBindings.packId, packId)));
  return row && { tenantId, packId, ...row, boundAt: row.boundAt.toISOString() };
}

/**
 * The binding that a request means: the named one, or the only one. Throws VALIDATION_ERROR on `packId` where there
 * are several and none is named, NOT_FOUND for a pack that the tenant is not bound to; undefined without any binding.
 */
export async function findBinding(
  tx: Transaction,
  tenantId: string,
  packId: string | undefined,
): Promise<Binding | undefined> {
  const bindings = await tx.select().from(packBindings).where(eq(packBindings.tenantId, tenantId));
  if (packId !== undefined) {
    const named = bindings.find((binding) => binding.packId === packId);
    if (!named) throw notAmongPacks(packId);
    return named;
  }
  if (bindings.length > 1) throw packIdRequired("must be given because the tenant uses several packs");
  return bindings[0];
}

export function packIdRequired(issue: string): AssayError {
  return new AssayError("VALIDATION_ERROR", `Cannot choose a pack: 'packId' ${issue}`, {
    details: { issues: [{ field: "packId", issue }] },
  });
}

export interface RequirementPage extends Page<Requirement> {
  /** The published version that they are of; null without a binding. */
  readonly criteriaVersionId: string | null;
}

/** In pack order; whole unless `limit` is given. Without a binding the list is empty. Throws INTEGRITY_ERROR. */
export function listRequirements(
  ctx: Context,
  { packId, limit, cursor }: { packId?: string | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<RequirementPage> {
  const after = cursor === undefined ? -1 : decodeCursor("requirements", cursor, ["number"])[0];
  return inTenant(ctx, async (tx) => {
    const binding = await findBinding(tx, ctx.tenantId, packId);
    if (!binding) return { items: [], nextCursor: null, criteriaVersionId: null };
    const { criteriaVersionId } = binding;
    await requirePinned(tx, "criteria_version", { tenantId: ctx.tenantId, id: criteriaVersionId });
    const query = requirementsOf(tx, criteriaVersionId, after);
    if (limit === undefined) return { items: (await query).map(toRequirement), nextCursor: null, criteriaVersionId };
    const page = toPage("requirements", await query.limit(limit + 1), limit, (row) => [row.position]);
    return { items: page.items.map(toRequirement), nextCursor: page.nextCursor, criteriaVersionId };
  });
}

/** The requirements of a version in pack order, from the one after `position` on. */
export function requirementsOf(tx: Transaction, criteriaVersionId: string, position = -1) {
  return tx
    .select({
      id: requirements.id,
      requirementId: requirements.requirementId,
      criterionId: requirements.criterionId,
      criterionTitle: criteria.title,
      criterionDescription: criteria.description,
      title: requirements.title,
      subcheckLabel: requirements.subcheckLabel,
      expectation: requirements.expectation,
      position: requirements.position,
    })
    .from(requirements)
    .innerJoin(
      criteria,
      and(
        eq(criteria.criteriaVersionId, requirements.criteriaVersionId),
        eq(criteria.criterionId, requirements.criterionId),
      ),
    )
    .where(and(eq(requirements.criteriaVersionId, criteriaVersionId), gt(requirements.position, position)))
    .orderBy(asc(requirements.position))
    .$dynamic();
}

/** Record id → retrieval hint, of the requirements that have one. */
export async function hintsOf(tx: Transaction, criteriaVersionId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: requirements.id, hint: requirements.retrievalHint })
    .from(requirements)
    .where(and(eq(requirements.criteriaVersionId, criteriaVersionId), isNotNull(requirements.retrievalHint)));
  return new Map(rows.map(({ id, hint }) => [id, hint!]));
}

/** As exports and snapshots keep it: no description, and no expectation for those of a pack from before expectations. */
export function toKeptRequirement({
  position: _,
  criterionDescription: __,
  expectation,
  ...requirement
}: Requirement & { position: number }): KeptRequirement {
  return expectation === null ? requirement : { ...requirement, expectation };
}

export type KeptRequirement = Omit<Requirement, "expectation" | "criterionDescription"> &
  Partial<Pick<Requirement, "expectation">>;

export function toRequirement({ position: _, ...requirement }: Requirement & { position: number }): Requirement {
  return requirement;
}
