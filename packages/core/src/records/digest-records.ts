import type { Transaction } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { digestRow } from "./digest-row.ts";
import { RECORD_KINDS, type RecordKind } from "./record-kinds.ts";

/** The digests of rows as they are now, by their ids; without those that are gone. */
export async function digestRecords(
  tx: Transaction,
  kind: RecordKind,
  { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { table, id } = RECORD_KINDS[kind];
  const rows = await tx
    .select({ row: table, recordId: sql<string>`${id}::text` })
    .from(table)
    .where(and(eq(table.tenantId, tenantId), inArray(id, [...new Set(ids)])));
  const digests = rows.map(async ({ recordId, row }) => [recordId, await digestRow(kind, row as object)] as const);
  return new Map(await Promise.all(digests));
}
