import { auditEntries, type Database, retrievalVersions, type Transaction, tenants } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Models } from "../ports/models.ts";
import { systemActor } from "../tenancy/context.ts";
import { asCatalog, asSystem, enterTenant, inCatalog, inSystem, inTenant } from "../tenancy/transact.ts";
import { findActiveVersion, type RetrievalVersion } from "./active-version.ts";
import { canRun } from "./find-models.ts";
import { findRecommendedVersion, newestOfReleases } from "./recommended-version.ts";
import { ACTIVATION_LOCK, countVectors, enqueueReembedding } from "./vector-coverage.ts";

const REPLACED = "retrieval_version.replaced";
const MOVED = "retrieval_version.moved";

/**
 * Activates what the release recommends where this deployment no longer runs what the active version pins, also where a
 * person chose that: else no run could start. It waits for the vectors that are missing. Every tenant's audit log says so.
 */
export function replaceActiveVersion(db: Database, models: Models): Promise<void> {
  return activateFound(db, (tx) => findReplacement(tx, models));
}

/**
 * Activates what is recommended where no person chose the active version. It waits for the vectors that are missing; each
 * tenant's audit log says so. Who activates the earlier one again has chosen it.
 */
export function moveToRecommended(db: Database, models: Models): Promise<void> {
  return activateFound(db, (tx) => findMove(tx, models));
}

/** Looks first without the lock, as a start mostly finds nothing, and again with it: another process may have been first. */
async function activateFound(
  db: Database,
  find: (tx: Transaction) => Promise<RetrievalVersion | undefined>,
): Promise<void> {
  if (!(await inCatalog(db, find))) return;
  await inSystem(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);
    const version = await asCatalog(tx, () => find(tx));
    if (version) await activateReplacement(tx, version);
  });
}

/** Undefined where the active version still runs, or one already waits for its vectors. */
async function findReplacement(tx: Transaction, models: Models): Promise<RetrievalVersion | undefined> {
  const active = await findActiveVersion(tx);
  if (!active || canRun(models, active)) return undefined;
  const waiting = await findWaiting(tx);
  if (waiting && canRun(models, waiting)) return undefined;
  const proposed = [await findRecommendedVersion(tx), await newestOfReleases(tx)];
  return proposed.find((version) => version && canRun(models, version));
}

/** Undefined where a person chose the active version, or one already waits for its vectors. */
async function findMove(tx: Transaction, models: Models): Promise<RetrievalVersion | undefined> {
  const active = await findActiveVersion(tx);
  if (!active || active.origin === "admin" || active.chosenAt !== null) return undefined;
  if (await findWaiting(tx)) return undefined;
  const recommended = await findRecommendedVersion(tx);
  return recommended && canRun(models, recommended) ? { ...recommended, isMove: true } : undefined;
}

async function findWaiting(tx: Transaction): Promise<RetrievalVersion | undefined> {
  const [waiting] = await tx.select().from(retrievalVersions).where(eq(retrievalVersions.activateWhenReady, true));
  return waiting;
}

async function activateReplacement(tx: Transaction, version: RetrievalVersion): Promise<void> {
  const { ready, total } = await asSystem(tx, async () => {
    await enqueueReembedding(tx, version);
    return countVectors(tx, version);
  });
  if (ready === total) return activateWithAudit(tx, version);
  await asCatalog(tx, async () => {
    await tx
      .update(retrievalVersions)
      .set({
        activateWhenReady: sql`${retrievalVersions.id} = ${version.id}`,
        isMove: sql`${retrievalVersions.id} = ${version.id} and ${version.isMove}`,
      })
      .where(sql`${retrievalVersions.activateWhenReady} or ${retrievalVersions.id} = ${version.id}`);
  });
}

/** The act of the engine itself: an entry for each tenant, as it changes what judges all of them. */
export async function activateWithAudit(tx: Transaction, { id, origin, isMove }: RetrievalVersion): Promise<void> {
  const replaced = await asCatalog(tx, async () => {
    const active = await findActiveVersion(tx);
    await tx
      .update(retrievalVersions)
      .set({ activateWhenReady: false, activatedAt: sql`clock_timestamp()`, chosenAt: null, isMove: false })
      .where(eq(retrievalVersions.id, id));
    return active;
  });
  // The operator's settings are no act of the engine.
  if (origin === "settings") return;
  const details = replaced ? { replacedVersionId: replaced.id } : {};
  const action = isMove ? MOVED : REPLACED;
  const all = await asSystem(tx, () => tx.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id)));
  for (const tenant of all) {
    await enterTenant(tx, tenant.id);
    await recordAudit(tx, systemActor(tenant.id), {
      ...{ action, objectType: "retrieval_version", objectId: id, details },
    });
  }
}

/** The active version, where it took the place of one that could no longer run. */
export async function findReplacing(db: Database): Promise<{ id: string; replacedVersionId: string } | undefined> {
  const active = await inCatalog(db, findActiveVersion);
  // Every tenant that there was has the entry.
  const [tenant] = await inSystem(db, (tx) =>
    tx.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.createdAt), asc(tenants.id)).limit(1),
  );
  if (!active || !tenant) return undefined;
  const [entry] = await inTenant({ db, tenantId: tenant.id }, (tx) =>
    tx
      .select({ details: auditEntries.details })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.tenantId, tenant.id),
          eq(auditEntries.action, REPLACED),
          eq(auditEntries.objectId, active.id),
        ),
      )
      .limit(1),
  );
  const replacedVersionId = entry?.details?.replacedVersionId;
  return replacedVersionId === undefined ? undefined : { id: active.id, replacedVersionId };
}
