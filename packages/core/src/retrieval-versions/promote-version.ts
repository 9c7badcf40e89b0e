import { AssayError, type EngineMetrics, type EngineMetricsReply, type RetrievalVersionRecord } from "@assay/contract";
import { oneRow, retrievalVersions, type Transaction } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { type Context, toOwnTenant } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../tenancy/transact.ts";
import { getRetrievalVersion, type RetrievalVersion } from "./active-version.ts";
import { besideOf, findForeign } from "./metrics/belongs-to.ts";
import { compareMetrics } from "./metrics/compare-metrics.ts";
import { findRefusal } from "./metrics/find-refusal.ts";
import { addMetrics, findMetrics } from "./metrics/stored-metrics.ts";
import { toRecords } from "./to-records.ts";
import { ACTIVATION_LOCK } from "./vector-coverage.ts";

/** The newest metrics of a version, next to those of the active one. */
export function getEngineMetrics(ctx: Context, id: string): Promise<EngineMetricsReply> {
  requireRole(ctx, "SUPER_ADMIN");
  return inTenant(ctx, async (tx) => toReply(tx, await getRetrievalVersion(tx, id)));
}

/**
 * Stores what `npm run quality -- meaning --out` wrote with the version that it measured. Throws VALIDATION_ERROR for
 * metrics of other weights, thresholds or rules.
 */
export function storeEngineMetrics(ctx: Context, id: string, metrics: EngineMetrics): Promise<EngineMetricsReply> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  return inTenant(home, async (tx) => {
    const version = await getRetrievalVersion(tx, id);
    const issues = findForeign(metrics, version);
    if (issues.length > 0)
      throw new AssayError(
        "VALIDATION_ERROR",
        `Cannot store metrics that are not of the version: ${issues.map(({ field, issue }) => `'${field}' ${issue}`).join("; ")}`,
        { details: { issues } },
      );
    await asCatalog(tx, () => addMetrics(tx, version.id, metrics, "admin"));
    const reply = await toReply(tx, version);
    await recordAudit(tx, home, {
      action: "retrieval_version.measured",
      objectType: "retrieval_version",
      objectId: version.id,
    });
    return reply;
  });
}

/**
 * Recommends a version to those who may activate it. Throws INVALID_STATE where it has no metrics, or where its invariance
 * gate or a false COMPLETE is worse than that of the active version (`details.metric`).
 */
export function recommendRetrievalVersion(ctx: Context, id: string): Promise<RetrievalVersionRecord> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  return inTenant(home, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);
    const version = await getRetrievalVersion(tx, id);
    const { candidate, active } = await readBoth(tx, version);
    const refusal = findRefusal(candidate, active);
    if (refusal)
      throw new AssayError("INVALID_STATE", `Cannot recommend engine version '${id}' because ${refusal.reason}`, {
        details: { id, ...(refusal.metric && { metric: refusal.metric }) },
      });
    const recommended = oneRow(
      await asCatalog(tx, () =>
        tx
          .update(retrievalVersions)
          .set({ recommendedAt: sql`clock_timestamp()` })
          .where(eq(retrievalVersions.id, version.id))
          .returning(),
      ),
    );
    const record = oneRow(await toRecords(tx, [recommended]));
    await recordAudit(tx, home, {
      action: "retrieval_version.recommended",
      objectType: "retrieval_version",
      objectId: version.id,
    });
    return record;
  });
}

/** A version and the active one, each with its newest metrics. */
async function readBoth(tx: Transaction, version: RetrievalVersion) {
  const active = await getRetrievalVersion(tx);
  const stored = await findMetrics(tx, version.id);
  const ofActive = active.id === version.id ? stored : await findMetrics(tx, active.id);
  return {
    stored,
    candidate: { version, metrics: stored?.metrics },
    active: { version: active, metrics: ofActive?.metrics },
  };
}

async function toReply(tx: Transaction, version: RetrievalVersion): Promise<EngineMetricsReply> {
  const { stored, candidate, active } = await readBoth(tx, version);
  const before = active.version.id === version.id ? undefined : active.metrics;
  return {
    retrievalVersionId: version.id,
    activeVersionId: active.version.id,
    metrics: stored?.metrics ?? null,
    origin: stored?.origin ?? null,
    storedAt: stored?.createdAt.toISOString() ?? null,
    compared: stored && version.meaning ? compareMetrics(before, stored.metrics, besideOf(version.meaning)) : [],
    refusal: findRefusal(candidate, active)?.reason ?? null,
  };
}
