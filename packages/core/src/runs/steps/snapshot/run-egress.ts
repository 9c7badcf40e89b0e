import type { RunEgress } from "@assay/contract";
import { oneRow, rowsOf, type Transaction, tenants } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import type { RunRow } from "../../to-run.ts";

type Scope = Pick<RunRow, "tenantId" | "id">;

/**
 * What was sent where for a run, and of the documents of its evidence with the archives that they came in. Null for a run
 * that is older than such counts. In an order that no retry changes.
 */
export async function readRunEgress(
  tx: Transaction,
  run: Scope & Pick<RunRow, "createdAt">,
): Promise<RunEgress | null> {
  const ofTenant = eq(tenants.id, run.tenantId);
  const { since } = oneRow(await tx.select({ since: tenants.egressKnownSince }).from(tenants).where(ofTenant));
  if (run.createdAt < since) return null;
  return {
    run: await listOfRun(tx, run),
    documents: await listOfDocuments(tx, run),
    olderDocuments: await countOlder(tx, run, since),
  };
}

const IN_ORDER = sql`group by provider, host, purpose order by purpose collate "C", host collate "C", provider collate "C"`;

function listOfRun(tx: Transaction, { tenantId, id }: Scope): Promise<RunEgress["run"]> {
  return rowsOf(
    tx,
    sql`select provider, host, purpose, sum(requests)::float8 as requests, sum(bytes)::float8 as bytes
      from egress where tenant_id = ${tenantId} and run_id = ${id} ${IN_ORDER}`,
  );
}

function listOfDocuments(tx: Transaction, { tenantId, id }: Scope): Promise<RunEgress["documents"]> {
  return rowsOf(
    tx,
    sql`with recursive judged (id) as (
        select run_documents.document_id from run_documents
        where run_documents.tenant_id = ${tenantId} and run_documents.run_id = ${id}
        union
        select documents.parent_document_id from judged
        join documents on documents.tenant_id = ${tenantId} and documents.id = judged.id
        where documents.parent_document_id is not null
      )
      select provider, host, purpose, count(*)::float8 as documents, sum(bytes)::float8 as bytes
      from document_egress
      where document_egress.tenant_id = ${tenantId} and document_egress.document_id in (select judged.id from judged) ${IN_ORDER}`,
  );
}

/** What was sent of a deleted one is in the ledger; whether that is all of it is not known. */
async function countOlder(tx: Transaction, { tenantId, id }: Scope, since: Date): Promise<number> {
  const rows = await rowsOf<{ older: number }>(
    tx,
    sql`select count(*)::float8 as older from run_documents
      left join documents on documents.tenant_id = ${tenantId} and documents.id = run_documents.document_id
      where run_documents.tenant_id = ${tenantId} and run_documents.run_id = ${id}
      and (documents.id is null or documents.uploaded_at < ${since.toISOString()}::timestamptz)`,
  );
  return oneRow(rows).older;
}
