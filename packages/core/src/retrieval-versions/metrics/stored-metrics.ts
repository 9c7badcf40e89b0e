import type { EngineMetrics } from "@assay/contract";
import { engineMetrics, newId, type Transaction } from "@assay/db";
import { and, desc, eq, inArray } from "drizzle-orm";

export type StoredMetrics = typeof engineMetrics.$inferSelect;

/** The newest of a version. */
export async function findMetrics(
  tx: Transaction,
  retrievalVersionId: string,
  origin?: StoredMetrics["origin"],
): Promise<StoredMetrics | undefined> {
  const [row] = await tx
    .select()
    .from(engineMetrics)
    .where(
      and(
        eq(engineMetrics.retrievalVersionId, retrievalVersionId),
        origin === undefined ? undefined : eq(engineMetrics.origin, origin),
      ),
    )
    .orderBy(desc(engineMetrics.id))
    .limit(1);
  return row;
}

/** Of these versions those that have metrics. */
export async function listMeasured(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ id: engineMetrics.retrievalVersionId })
    .from(engineMetrics)
    .where(inArray(engineMetrics.retrievalVersionId, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/** For a transaction that may write the catalogue. */
export async function addMetrics(
  tx: Transaction,
  retrievalVersionId: string,
  metrics: EngineMetrics,
  origin: StoredMetrics["origin"],
): Promise<void> {
  await tx.insert(engineMetrics).values({ id: newId(), retrievalVersionId, metrics, origin });
}
