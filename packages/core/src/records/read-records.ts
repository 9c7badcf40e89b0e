import type { Transaction } from "@assay/db";
import { and, asc, eq, getTableColumns, gt, sql } from "drizzle-orm";
import { RECORD_KINDS, type RecordKind } from "./record-kinds.ts";
import { isRecorded, loggedHash, type RecordScope, recordedHash } from "./recorded-hash.ts";

/** Rows that one statement reads. */
const BATCH = 500;

/** All rows of a kind, of a run where one is named, each with what the audit log holds of it. */
export async function* readRecords(tx: Transaction, kind: RecordKind, { tenantId, runId }: RecordScope) {
  const { table, id, runId: ofRun } = RECORD_KINDS[kind];
  for (let after: string | undefined; ; ) {
    const rows = await tx
      .select({
        row: getTableColumns(table),
        id: sql<string>`${id}::text`,
        recordedHash: loggedHash(kind, tenantId),
        isRecorded: isMade(kind, tenantId),
        requiredHash: recordedHash(kind, tenantId),
      })
      .from(table)
      .where(
        and(
          eq(table.tenantId, tenantId),
          ofRun && runId !== undefined ? eq(ofRun, runId) : undefined,
          after === undefined ? undefined : gt(id, after),
        ),
      )
      .orderBy(asc(id))
      .limit(BATCH);
    yield* rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.id;
  }
}

/** Previous releases recorded confirmed reviews together, with their run. */
function isMade(kind: RecordKind, tenantId: string) {
  const named = isRecorded(kind, tenantId);
  return kind === "review" ? sql<boolean>`(${named} or reviews.confirms_review_id is not null)` : named;
}
