import { type Database, retrievalVersions, type Transaction, tenants } from "@assay/db";
import { asc, inArray, isNotNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Models } from "../ports/models.ts";
import { systemActor } from "../tenancy/context.ts";
import { setOfTenant } from "../tenancy/set-of-tenant.ts";
import { asCatalog, asSystem, enterTenant, inSystem } from "../tenancy/transact.ts";
import { findActiveVersion, type RetrievalVersion } from "./active-version.ts";
import { canRun } from "./find-models.ts";
import { ACTIVATION_LOCK, enqueueReembedding } from "./vector-coverage.ts";

interface Bound {
  readonly tenantId: string;
  readonly versionId: string;
}

/**
 * Tenants that are bound to a version which this deployment no longer runs go by the active one, else their documents would
 * fail and no run could start. Each tenant's audit log says so; the vectors that it lacks are called for.
 */
export async function unbindGone(db: Database, models: Models): Promise<void> {
  if ((await inSystem(db, listBound)).length === 0) return;
  await inSystem(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);
    const gone = await listGone(tx, models);
    const active = await asCatalog(tx, () => findActiveVersion(tx));
    for (const { tenantId, versionId } of gone) await unbind(tx, tenantId, { versionId, active });
  });
}

async function unbind(
  tx: Transaction,
  tenantId: string,
  { versionId, active }: { readonly versionId: string; readonly active: RetrievalVersion | undefined },
): Promise<void> {
  await enterTenant(tx, tenantId);
  await setOfTenant(tx, tenantId, { retrievalVersionId: null });
  if (active) await asSystem(tx, () => enqueueReembedding(tx, active, { tenantId }));
  await recordAudit(tx, systemActor(tenantId), {
    action: "tenant.engine_unbound",
    objectType: "tenant",
    objectId: tenantId,
    details: { retrievalVersionId: null, replacedVersionId: versionId },
  });
}

async function listGone(tx: Transaction, models: Models): Promise<Bound[]> {
  const bound = await asSystem(tx, () => listBound(tx));
  const ids = [...new Set(bound.map(({ versionId }) => versionId))];
  const versions = await asCatalog(tx, () =>
    tx.select().from(retrievalVersions).where(inArray(retrievalVersions.id, ids)),
  );
  const running = new Set(versions.filter((version) => canRun(models, version)).map(({ id }) => id));
  return bound.filter(({ versionId }) => !running.has(versionId));
}

async function listBound(tx: Transaction): Promise<Bound[]> {
  const rows = await tx
    .select({ tenantId: tenants.id, versionId: tenants.retrievalVersionId })
    .from(tenants)
    .where(isNotNull(tenants.retrievalVersionId))
    .orderBy(asc(tenants.id));
  return rows.map(({ tenantId, versionId }) => ({ tenantId, versionId: versionId! }));
}
