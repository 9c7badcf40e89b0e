import { type ErasureFacts, fileKeys, oneRow, rowsOf, snapshots, type Transaction } from "@assay/db";
import { asc, eq, sql } from "drizzle-orm";

/** What the certificate says of what goes. In a transaction of the tenant. */
export async function readFacts(tx: Transaction, tenantId: string): Promise<Omit<ErasureFacts, "tenantCreatedAt">> {
  const documents = oneRow(
    await rowsOf<ErasureFacts["documents"]>(
      tx,
      sql`select count(*)::float8 as count, coalesce(sum(size_bytes), 0)::float8 as bytes,
          encode(sha256(convert_to(coalesce(string_agg(sha256_hash || chr(10), '' order by sha256_hash collate "C"), ''), 'UTF8')), 'hex') as sha256
        from documents where tenant_id = ${tenantId}`,
    ),
  );
  const taken = await tx
    .select({ runId: snapshots.runId, sha256: snapshots.snapshotHash })
    .from(snapshots)
    .where(eq(snapshots.tenantId, tenantId))
    .orderBy(asc(snapshots.runId));
  const keys = await tx
    .select({ id: fileKeys.id })
    .from(fileKeys)
    .where(eq(fileKeys.tenantId, tenantId))
    .orderBy(asc(fileKeys.id));
  return { documents, snapshots: taken, fileKeys: keys.map(({ id }) => id) };
}
