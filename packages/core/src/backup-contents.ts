import { type DocumentError, isUuid } from "@assay/contract";
import {
  auditEntries,
  auditHeads,
  checkpointKeys,
  corpusIngestions,
  type Database,
  deployment,
  documents,
  oneRow,
  rowsOf,
  snapshots,
  type Transaction,
  tenants,
} from "@assay/db";
import { and, asc, count, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import { AUDIT_GENESIS } from "./audit/audit-hash.ts";
import { checkChain } from "./audit/check-chain.ts";
import { toVoucher } from "./audit/key-statement.ts";
import { listResumptions } from "./audit/resumptions.ts";
import { sha256Hex } from "./digest.ts";
import { fileKey } from "./documents/register-upload.ts";
import { ingestionFileKey } from "./guidance/ingestions/create-ingestion.ts";
import type { RecordedFile } from "./recorded-files.ts";

/** What a database holds, as a backup states it: a restore of it must find the same. */
export interface DatabaseContents {
  readonly deploymentId: string;
  /** The newest migration that is applied. */
  readonly migration: string;
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly tenants: readonly TenantContents[];
}

export interface TenantContents {
  readonly id: string;
  readonly documents: number;
  readonly snapshots: {
    readonly count: number;
    /** SHA-256 over a line for each run: its id and its snapshot's SHA-256. */
    readonly digest: string;
  };
  /** Where the chain ends. */
  readonly audit: { readonly entries: number; readonly sequence: number; readonly hash: string };
}

/** An original that a backup must hold. */
export interface Original extends RecordedFile {
  /** The service knows already that the store has lost or damaged it. */
  readonly isKnownLost?: true;
}

const PAGE = 1000;

/**
 * Reads what the database holds, as a login that sees all tenants: in one transaction for what belongs together. The
 * hashes of snapshots are those that were recorded (`RECORDED`), or computed again from the stored bytes (`BYTES`).
 */
export async function readContents(tx: Transaction, snapshotHashes: "RECORDED" | "BYTES"): Promise<DatabaseContents> {
  const { id: deploymentId } = oneRow(await tx.select({ id: deployment.id }).from(deployment));
  const { name: migration } = oneRow(
    await rowsOf<{ name: string }>(tx, sql`select max(name) as name from assay_migrations`),
  );
  const ids = await tx.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id));
  const held: TenantContents[] = [];
  for (const { id } of ids) held.push(await readTenant(tx, id, snapshotHashes));
  return { deploymentId, migration, tables: await countRows(tx), tenants: held };
}

async function countRows(tx: Transaction): Promise<Record<string, number>> {
  const names = await rowsOf<{ name: string }>(
    tx,
    sql`select relname::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  );
  const tables: Record<string, number> = {};
  for (const { name } of names) {
    const counted = await rowsOf<{ rows: string | number }>(
      tx,
      sql`select count(*) as rows from ${sql.identifier(name)}`,
    );
    tables[name] = Number(oneRow(counted).rows);
  }
  return tables;
}

async function readTenant(
  tx: Transaction,
  tenantId: string,
  snapshotHashes: "RECORDED" | "BYTES",
): Promise<TenantContents> {
  const held = oneRow(await tx.select({ documents: count() }).from(documents).where(eq(documents.tenantId, tenantId)));
  const entries = oneRow(await tx.select({ n: count() }).from(auditEntries).where(eq(auditEntries.tenantId, tenantId)));
  const [head] = await tx
    .select({ sequence: auditHeads.sequence, hash: auditHeads.hash })
    .from(auditHeads)
    .where(eq(auditHeads.tenantId, tenantId));
  const hash =
    snapshotHashes === "RECORDED"
      ? sql<string>`${snapshots.snapshotHash}`
      : sql<string>`encode(sha256(${snapshots.bytes}), 'hex')`;
  let digest = await sha256Hex("");
  let captured = 0;
  let after: string | undefined;
  do {
    const page = await tx
      .select({ runId: snapshots.runId, hash })
      .from(snapshots)
      .where(and(eq(snapshots.tenantId, tenantId), after === undefined ? undefined : gt(snapshots.runId, after)))
      .orderBy(asc(snapshots.runId))
      .limit(PAGE);
    for (const row of page) digest = await sha256Hex(`${digest}\n${row.runId} ${row.hash}`);
    captured += page.length;
    after = page.length === PAGE ? page.at(-1)!.runId : undefined;
  } while (after !== undefined);
  return {
    id: tenantId,
    documents: held.documents,
    snapshots: { count: captured, digest },
    audit: { entries: entries.n, sequence: head?.sequence ?? 0, hash: head?.hash ?? AUDIT_GENESIS },
  };
}

const LOST: ReadonlySet<string> = new Set<DocumentError["code"]>(["OBJECT_MISSING", "HASH_MISMATCH"]);

/** Guidance whose file is kept. */
const HAS_SOURCE = and(ne(corpusIngestions.status, "FAILED"), isNotNull(corpusIngestions.sha256Hash));

/** Every file that the database records, in pages: originals of documents, then of guidance. As a login that sees all. */
export async function* listOriginals(tx: Transaction): AsyncGenerator<Original[]> {
  const ids = await tx.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id));
  const { id, sizeBytes, sha256Hash: sha256, failureCode } = documents;
  for (const { id: tenantId } of ids) {
    let after: string | undefined;
    do {
      const page = await tx
        .select({ id, sizeBytes, sha256, failureCode })
        .from(documents)
        .where(and(eq(documents.tenantId, tenantId), after === undefined ? undefined : gt(id, after)))
        .orderBy(asc(id))
        .limit(PAGE);
      yield page.map(({ id: documentId, failureCode, ...file }) => ({
        key: fileKey({ tenantId, documentId }),
        ...file,
        ...(failureCode && LOST.has(failureCode) ? { isKnownLost: true as const } : {}),
      }));
      after = page.length === PAGE ? page.at(-1)!.id : undefined;
    } while (after !== undefined);
  }
  const guidance = await tx
    .select({ id: corpusIngestions.id, sizeBytes: corpusIngestions.sizeBytes, sha256: corpusIngestions.sha256Hash })
    .from(corpusIngestions)
    .where(HAS_SOURCE)
    .orderBy(asc(corpusIngestions.id));
  yield guidance.map((row) => ({ key: ingestionFileKey(row.id), sizeBytes: row.sizeBytes!, sha256: row.sha256! }));
}

/** Those of the keys that the database no longer names: of deleted documents, and of guidance that came to nothing. As a login that sees all. */
export async function findDeleted(db: Database, keys: readonly string[]): Promise<string[]> {
  const deleted: string[] = [];
  for (const key of keys) {
    const [tenantId, id] = key.split("/");
    if (!tenantId || !id || !isUuid(tenantId) || !isUuid(id)) continue;
    const [table, isIt] =
      key === ingestionFileKey(id)
        ? [corpusIngestions, and(eq(corpusIngestions.id, id), HAS_SOURCE)]
        : [documents, and(eq(documents.tenantId, tenantId), eq(documents.id, id))];
    if ((await db.select({ id: table.id }).from(table).where(isIt)).length === 0) deleted.push(key);
  }
  return deleted;
}

/** How a restored database differs from what its backup states, in words; none where it is whole. As a superuser. */
export async function checkRestored(db: Database, stated: DatabaseContents): Promise<string[]> {
  const found = await db.transaction((tx) => readContents(tx, "BYTES"));
  const problems: string[] = [];
  const compare = (what: string, one: string | number | undefined, other: string | number | undefined) => {
    if (one !== other)
      problems.push(`${what}: the manifest says ${one ?? "none"}, the database has ${other ?? "none"}`);
  };
  compare("Deployment", stated.deploymentId, found.deploymentId);
  compare("Newest migration", stated.migration, found.migration);
  for (const table of new Set([...Object.keys(stated.tables), ...Object.keys(found.tables)]))
    compare(`Rows of ${table}`, stated.tables[table], found.tables[table]);
  const tenantsFound = new Map(found.tenants.map((tenant) => [tenant.id, tenant]));
  for (const tenant of stated.tenants) {
    const there = tenantsFound.get(tenant.id);
    compare(`Documents of tenant ${tenant.id}`, tenant.documents, there?.documents);
    compare(`Snapshots of tenant ${tenant.id}`, tenant.snapshots.count, there?.snapshots.count);
    compare(`SHA-256 of the snapshots of tenant ${tenant.id}`, tenant.snapshots.digest, there?.snapshots.digest);
    compare(`Audit entries of tenant ${tenant.id}`, tenant.audit.entries, there?.audit.entries);
    compare(`End of the audit chain of tenant ${tenant.id}`, tenant.audit.hash, there?.audit.hash);
    const broken = await findBreakOf(db, tenant);
    if (broken)
      problems.push(`The audit chain of tenant ${tenant.id} is broken at entry ${broken.sequence}: ${broken.problem}`);
  }
  compare("Tenants", stated.tenants.length, found.tenants.length);
  return problems;
}

/** Recomputes all entries of a tenant's chain, also behind breaks that an operator signed. */
async function findBreakOf(db: Database, { id: tenantId, audit }: TenantContents) {
  const keys = (await db.select().from(checkpointKeys)).map((row) => toVoucher(row).key);
  const resumptions = await db.transaction((tx) => listResumptions(tx, tenantId, keys));
  const { firstBroken } = await checkChain(
    { db, tenantId },
    { from: { sequence: 0, hash: AUDIT_GENESIS }, end: audit, resumptions },
  );
  return firstBroken;
}
