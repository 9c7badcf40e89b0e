import { INGESTION_FLOW } from "@assay/contract";
import { type Database, erasures, oneRow, rowsOf, type Transaction, tenants } from "@assay/db";
import { eq, type SQL, sql } from "drizzle-orm";
import { SYSTEM_ACTOR, writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import { sha256Hex } from "../digest.ts";
import { enqueue } from "../jobs/job.ts";
import type { Signer } from "../ports/signer.ts";
import { inSystem } from "../tenancy/transact.ts";
import { certify } from "./certify.ts";
import { isOwned } from "./count-rows.ts";
import { deleteFiles, type ErasedFiles, type Wait } from "./delete-files.ts";
import { ERASED, type ErasedTable } from "./erased-tables.ts";

export interface ErasureServices {
  readonly files: ErasedFiles;
  readonly signer: Signer;
}

type ErasureRow = typeof erasures.$inferSelect;

const ROWS = 1000;
/** Rows of a parent whose own go at once. */
const PARENTS = 20;

/**
 * Does one bounded part of an erasure: some files, rows of one table, or its end. May be interrupted anywhere, and called by
 * several at once: they wait for each other. Waits for uploads that were under way, whose files go last.
 */
export async function continueErasure(
  db: Database,
  services: ErasureServices,
  erasureId: string,
): Promise<"more" | "done" | Wait> {
  const [erasure] = await inSystem(db, (tx) => tx.select().from(erasures).where(eq(erasures.id, erasureId)));
  if (!erasure || erasure.finishedAt) return "done";
  if (!erasure.filesDoneAt) return deleteFiles(db, services.files, erasure);
  return inSystem(db, async (tx) => {
    const [locked] = await tx.select().from(erasures).where(eq(erasures.id, erasureId)).for("update");
    if (!locked || locked.finishedAt) return "done";
    const table = ERASED[locked.position];
    // The end of the audit log goes with the tenant itself.
    if (table && table.name !== "audit_heads") return deleteRows(tx, locked, table);
    return finish(tx, services, locked);
  });
}

async function deleteRows(tx: Transaction, erasure: ErasureRow, table: ErasedTable): Promise<"more"> {
  const { erasedTenantId: tenantId, position } = erasure;
  const gone = await deleteWhere(tx, table, tenantId, await findDoomed(tx, table, tenantId));
  const isLast = gone < ROWS && (table.via === undefined || gone === 0);
  await count(tx, erasure, table, gone, isLast ? position + 1 : position);
  return "more";
}

async function findDoomed(tx: Transaction, table: ErasedTable, tenantId: string): Promise<SQL> {
  const name = sql.identifier(table.name);
  if (!table.via)
    return sql`ctid = any(array(select ctid from ${name} where ${isOwned(table, tenantId)}
      ${table.newestFirst ? sql`order by id desc` : sql``} limit ${ROWS}::int))`;
  const column = sql.identifier(table.via.column);
  const parents = await rowsOf<{ id: string }>(
    tx,
    sql`select parent.id from ${sql.identifier(table.via.parent)} parent
      where parent.tenant_id = ${tenantId} and exists (
        select 1 from ${name} part where part.tenant_id = ${tenantId} and part.${column} = parent.id)
      limit ${PARENTS}::int`,
  );
  const ids = sql.join(
    parents.map(({ id }) => sql`${id}::uuid`),
    sql`, `,
  );
  return sql`${column} = any(array[${ids}]::uuid[])`;
}

async function deleteWhere(tx: Transaction, table: ErasedTable, tenantId: string, which: SQL): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    tx,
    sql`with gone as (
        delete from ${sql.identifier(table.name)} where ${isOwned(table, tenantId)} and ${which} returning 1)
      select count(*)::int as n from gone`,
  );
  return row?.n ?? 0;
}

async function count(tx: Transaction, erasure: ErasureRow, { name }: ErasedTable, gone: number, position: number) {
  const rows = gone === 0 ? erasure.rows : { ...erasure.rows, [name]: (erasure.rows[name] ?? 0) + gone };
  await tx
    .update(erasures)
    .set({ position, rows, rowsTotal: erasure.rowsTotal + gone })
    .where(eq(erasures.id, erasure.id));
}

/** Nothing refers to the tenant once its row is locked and no table has a row of it: then the row itself goes. */
async function finish(tx: Transaction, { signer }: ErasureServices, erasure: ErasureRow): Promise<"more" | "done"> {
  const { id, erasedTenantId: tenantId } = erasure;
  await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for("update");
  const late = await findLate(tx, tenantId);
  if (late >= 0) {
    // What was under way when the erasure began came to its end only now.
    await tx.update(erasures).set({ position: late }).where(eq(erasures.id, id));
    return "more";
  }
  const head = oneRow(
    await rowsOf<{ sequence: number; hash: string }>(
      tx,
      sql`select sequence::float8 as sequence, hash from audit_heads where tenant_id = ${tenantId}`,
    ),
  );
  await handOverGuidance(tx, tenantId);
  await tx.execute(sql`delete from audit_heads where tenant_id = ${tenantId}`);
  await tx.execute(sql`delete from tenants where id = ${tenantId}`);
  const rows = { ...erasure.rows, audit_heads: 1, tenants: 1 };
  const rowsTotal = erasure.rowsTotal + 2;
  const { finishedAt, payload, signature } = await certify(tx, signer, { ...erasure, rows, rowsTotal }, head);
  await tx
    .update(erasures)
    .set({ rows, rowsTotal, finishedAt, certificate: payload, keyId: signer.keyId, signature })
    .where(eq(erasures.id, id));
  await writeDeploymentEntry(tx, SYSTEM_ACTOR, {
    action: "tenant.erased",
    objectType: "tenant",
    objectId: tenantId,
    details: { count: rowsTotal, contentHash: await sha256Hex(payload), keyId: signer.keyId },
  });
  return "done";
}

async function findLate(tx: Transaction, tenantId: string): Promise<number> {
  for (const [at, table] of ERASED.entries()) {
    if (table.name === "audit_heads") continue;
    const found = await rowsOf(
      tx,
      sql`select 1 from ${sql.identifier(table.name)} where ${isOwned(table, tenantId)} limit 1`,
    );
    if (found.length > 0) return at;
  }
  return -1;
}

/** Guidance of all tenants stays; another tenant has the work that it makes, and continues what is not finished. */
async function handOverGuidance(tx: Transaction, tenantId: string): Promise<void> {
  const handed = await rowsOf<{ id: string; status: string; heirId: string }>(
    tx,
    sql`update corpus_ingestions set requested_by_tenant_id = heir.id
      from (select id from tenants where id <> ${tenantId} order by status, created_at, id limit 1) heir
      where requested_by_tenant_id = ${tenantId}
      returning corpus_ingestions.id, corpus_ingestions.status, heir.id as "heirId"`,
  );
  const open = handed.flatMap(({ id: subjectId, status, heirId }) => {
    const stage = status === "PENDING" ? INGESTION_FLOW[0] : INGESTION_FLOW.find(({ name }) => name === status);
    return stage ? [{ tenantId: heirId, kind: "ingestion" as const, subjectId, stage: stage.name }] : [];
  });
  await enqueue(tx, open);
}
