import { AssayError, type ClosedSync, type CloseSyncBody, isUuid } from "@assay/contract";
import { documentPlaces, sourceManifests, sourcePlanFiles, sourcePlans, type Transaction } from "@assay/db";
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { listCheckpointKeys } from "../audit/checkpoint-keys.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { lockPlaces } from "../documents/places/lock-places.ts";
import { settleHolds } from "../documents/places/settle-holds.ts";
import { vacatePlaces } from "../documents/places/vacate-places.ts";
import type { Signer } from "../ports/signer.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { findSoundLast } from "./last-manifests.ts";
import { lastRefusals } from "./last-refusals.ts";
import { makeManifest, type Reason } from "./make-manifest.ts";
import { findUnderWay } from "./open-plan.ts";
import { readManifest } from "./read-manifests.ts";

export interface SourceServices {
  readonly signer: Signer;
  /** Of the service: a later one may take what this one refuses. */
  readonly release: string;
}

/** In one transaction: each has its audit entries. */
const PLACES_PER_TRANSACTION = 500;

interface Removed {
  readonly id: string;
  readonly path: string;
  readonly documentId: string;
}

/**
 * Ends a sync: what stands at places that the source has no longer, or where it has other bytes that never came, leaves them,
 * and is retired unless something else holds it; then a manifest is signed of what the source has. Of a plan the places leave
 * in several transactions: a close that breaks off goes on when it is asked for again, and a plan that is closed stays so.
 * Throws NOT_FOUND for a plan that has ended, INVALID_STATE for one that has not come in whole,
 * INTEGRITY_ERROR where the source's last manifest is not stored as it was signed.
 */
export async function closeSync(
  ctx: Context,
  services: SourceServices,
  source: string,
  { planId, paths = [], refused = [], dryRun = false }: CloseSyncBody,
): Promise<ClosedSync> {
  requireRole(ctx, "MEMBER");
  if (planId === undefined) return closePaths(ctx, services, source, { paths, dryRun });
  const removed: ClosedSync["removed"] = [];
  for (;;) {
    const part = await inTenant(ctx, (tx) => removePart(tx, ctx, source, planId));
    if (part === undefined) return { ...(await endedSync(ctx, services, source, planId)), removed };
    removed.push(...part.map(({ path, documentId }) => ({ path, documentId })));
    if (part.length > 0) continue;
    const closed = await inTenant(ctx, (tx) => endPlan(tx, ctx, services, { source, planId, refused }));
    if (closed) return { ...closed, removed };
  }
}

const isPlan = (tenantId: string, planId: string) =>
  and(eq(sourcePlans.tenantId, tenantId), eq(sourcePlans.id, planId));

/** Undefined for a plan that is no more. */
async function findPlan(tx: Transaction, { tenantId }: Context, source: string, planId: string) {
  if (!isUuid(planId)) return undefined;
  const [plan] = await tx
    .select()
    .from(sourcePlans)
    .where(
      and(
        isPlan(tenantId, planId),
        eq(sourcePlans.source, source),
        eq(sourcePlans.dryRun, false),
        sql`${sourcePlans.expiresAt} > now()`,
      ),
    )
    .for("update");
  if (plan && plan.receivedAt === null)
    throw new AssayError("INVALID_STATE", `Cannot close the sync of '${source}' because its plan is still coming in`, {
      details: { planId },
    });
  return plan;
}

async function removePart(
  tx: Transaction,
  ctx: Context,
  source: string,
  planId: string,
): Promise<Removed[] | undefined> {
  const { tenantId } = ctx;
  await lockPlaces(tx, tenantId);
  if (!(await findPlan(tx, ctx, source, planId))) return undefined;
  // Nothing leaves its place for a sync that cannot end.
  await findSoundLast(tx, tenantId, source);
  const part = await tx
    .select({ id: documentPlaces.id, path: documentPlaces.path, documentId: documentPlaces.documentId })
    .from(sourcePlanFiles)
    .innerJoin(
      documentPlaces,
      and(eq(documentPlaces.tenantId, sourcePlanFiles.tenantId), eq(documentPlaces.id, sourcePlanFiles.placeId)),
    )
    .where(
      and(
        eq(sourcePlanFiles.tenantId, tenantId),
        eq(sourcePlanFiles.planId, planId),
        ne(sourcePlanFiles.action, "unchanged"),
        isNull(documentPlaces.heldUntil),
      ),
    )
    .orderBy(asc(sourcePlanFiles.pathHash))
    .limit(PLACES_PER_TRANSACTION);
  await leave(tx, ctx, part);
  return part;
}

async function leave(tx: Transaction, ctx: Context, places: readonly Removed[]): Promise<void> {
  const ids = places.map(({ id }) => id);
  const left = await vacatePlaces(tx, ctx.tenantId, ids);
  if (left.length > 0) await recordAudit(tx, ctx, ...(await settleHolds(tx, ctx.tenantId, left, "RETIRED")));
}

/** Undefined where the plan has ended meanwhile. */
async function endPlan(
  tx: Transaction,
  ctx: Context,
  services: SourceServices,
  { source, planId, refused }: { source: string; planId: string; refused: NonNullable<CloseSyncBody["refused"]> },
): Promise<ClosedSync | undefined> {
  const { tenantId } = ctx;
  await lockPlaces(tx, tenantId);
  const plan = await findPlan(tx, ctx, source, planId);
  if (!plan) return undefined;
  const files = sql`(select file.path, file.path_hash, file.sha256_hash, file.size_bytes from ${sourcePlanFiles} file
    where file.tenant_id = ${tenantId} and file.plan_id = ${planId} and file.action <> 'retire')`;
  const { release } = services;
  const reasons = new Map<string, Reason>();
  for (const { path, reason, code } of refused)
    reasons.set(path, { reason, refusal: code === undefined ? undefined : { code, release } });
  for (const [path, reason] of await listRefusals(tx, ctx, release, { source, planId })) reasons.set(path, reason);
  const made = await makeManifest(tx, ctx, services, { source, planId, startedAt: plan.startedAt, files, reasons });
  await tx.delete(sourcePlans).where(isPlan(tenantId, planId));
  return { source, ...made, removed: [] };
}

/** What the plan did not ask for, and what the service has refused since. */
async function listRefusals(
  tx: Transaction,
  ctx: Context,
  release: string,
  { source, planId }: { readonly source: string; readonly planId: string },
): Promise<[string, Reason][]> {
  const rows = await tx
    .select({ path: sourcePlanFiles.path, sha256: sourcePlanFiles.sha256Hash, refusal: sourcePlanFiles.refusal })
    .from(sourcePlanFiles)
    .where(
      and(
        eq(sourcePlanFiles.tenantId, ctx.tenantId),
        eq(sourcePlanFiles.planId, planId),
        or(isNotNull(sourcePlanFiles.refusal), eq(sourcePlanFiles.action, "refused")),
      ),
    );
  // A plan of an earlier release leaves to the manifest before why it did not ask.
  const isEarlier = rows.some(({ refusal }) => refusal === null);
  const before = isEarlier ? await lastRefusals(tx, ctx, source, undefined) : undefined;
  return rows.flatMap(({ path, sha256, refusal }): [string, Reason][] => {
    if (refusal !== null) {
      const { reason, code, checked } = refusal;
      return [[path, { reason, refusal: { code, release, ...(checked && { checked }) } }]];
    }
    const known = before?.get(path);
    return known?.sha256 === sha256 ? [[path, { reason: known.reason, refusal: undefined }]] : [];
  });
}

/** What a close that was done before says again, but for what it removed. Throws NOT_FOUND for a plan that has ended otherwise. */
async function endedSync(
  ctx: Context,
  { signer }: SourceServices,
  source: string,
  planId: string,
): Promise<ClosedSync> {
  const keys = await listCheckpointKeys(ctx.db, signer);
  const closed = await inTenant(ctx, async (tx) => {
    if (!isUuid(planId)) return undefined;
    const [row] = await tx
      .select({ id: sourceManifests.id })
      .from(sourceManifests)
      .where(
        and(
          eq(sourceManifests.tenantId, ctx.tenantId),
          eq(sourceManifests.source, source),
          eq(sourceManifests.planId, planId),
        ),
      );
    return row && readManifest(tx, { tenantId: ctx.tenantId, id: row.id, keys });
  });
  const { manifest, files } = await found(ctx, "sync plan", planId, closed);
  return {
    source,
    kept: manifest.fileCount,
    removed: [],
    notHeld: files.filter(({ documentId }) => documentId === null).map(({ path }) => path),
    manifest,
  };
}

/** By what the source has, in one transaction. */
async function closePaths(
  ctx: Context,
  services: SourceServices,
  source: string,
  { paths, dryRun }: { readonly paths: readonly string[]; readonly dryRun: boolean },
): Promise<ClosedSync> {
  const { tenantId } = ctx;
  const wanted = new Set(paths);
  return inTenant(ctx, async (tx) => {
    await lockPlaces(tx, tenantId);
    const standing = await tx
      .select({ id: documentPlaces.id, path: documentPlaces.path, documentId: documentPlaces.documentId })
      .from(documentPlaces)
      .where(
        and(eq(documentPlaces.tenantId, tenantId), eq(documentPlaces.source, source), isNull(documentPlaces.heldUntil)),
      )
      .orderBy(asc(documentPlaces.path));
    const absent = standing.filter(({ path }) => !wanted.has(path));
    const removed = absent.map(({ path, documentId }) => ({ path, documentId }));
    if (dryRun) {
      const known = new Set(standing.map(({ path }) => path));
      const notHeld = [...wanted].filter((path) => !known.has(path)).sort();
      return { source, kept: standing.length - absent.length, removed, notHeld, manifest: null };
    }
    await requireNoPlan(tx, tenantId, source);
    await leave(tx, ctx, absent);
    const files = sql`(select named.path, encode(sha256(convert_to(named.path, 'UTF8')), 'hex') as path_hash,
      null::text as sha256_hash, null::bigint as size_bytes
      from json_array_elements_text(${JSON.stringify([...wanted])}::json) as named(path))`;
    const made = await makeManifest(tx, ctx, services, { source, planId: null, startedAt: null, files });
    return { source, ...made, removed };
  });
}

/** Throws INVALID_STATE while a planned sync of the source is under way. */
async function requireNoPlan(tx: Transaction, tenantId: string, source: string): Promise<void> {
  const plan = await findUnderWay(tx, tenantId, source);
  if (!plan) return;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot close the sync of '${source}' because another sync of it is under way`,
    { details: { planId: plan.id } },
  );
}
