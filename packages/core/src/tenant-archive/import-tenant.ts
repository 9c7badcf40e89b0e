import { AssayError } from "@assay/contract";
import {
  auditEntries,
  auditHeads,
  type Database,
  erasures,
  memberships,
  rowsOf,
  type Transaction,
  tenants,
} from "@assay/db";
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { keepCheckpointKeys } from "../audit/checkpoint-keys.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import { sha256Hex } from "../digest.ts";
import { fileKey } from "../documents/register-upload.ts";
import type { StartSha256 } from "../file-keys/index.ts";
import { ingestionFileKey } from "../guidance/ingestions/create-ingestion.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { Signer } from "../ports/signer.ts";
import type { Context } from "../tenancy/context.ts";
import { operatorOf } from "../tenancy/provision-tenant.ts";
import { isErasing } from "../tenancy/require-not-erasing.ts";
import { asCatalog, asSystem, inSystem, inTenant } from "../tenancy/transact.ts";
import { ARCHIVED, type ArchivedTable } from "./archive-tables.ts";
import { damaged } from "./damaged.ts";
import { type ArchiveHead, newestMigration } from "./export-tenant.ts";
import {
  type ArchiveSource,
  bytesOf,
  type CheckedArchive,
  checkArchive,
  passOver,
  readChecked,
} from "./read-archive.ts";
import type { TarFile } from "./tar.ts";

export interface ImportParts {
  readonly db: Database;
  /** As the owner of the tables, who alone may begin an import: the same where the service owns them. */
  readonly owner: Database;
  readonly files: FileStore;
  readonly signer: Signer;
  readonly startSha256: StartSha256;
}

export interface ImportOptions {
  readonly keyFingerprint?: string | undefined;
  /** The newest erasure of this tenant here, to have it again nevertheless. */
  readonly afterErasure?: string | undefined;
  /** Adds versions and guidance to packs of this deployment that other tenants use. */
  readonly extendPacks?: boolean | undefined;
}

export interface ImportedTenant {
  readonly id: string;
  readonly name: string;
  readonly rows: number;
  readonly originals: number;
  /** Members who ran the first deployment: they are administrators of the tenant here. */
  readonly demoted: number;
  /** The engine version that it was bound to. */
  readonly boundVersion: string | null;
  /** Originals that the archive does not hold. */
  readonly missing: readonly string[];
  /** SHA-256 of the manifest. */
  readonly manifestHash: string;
}

/** Of packs and guidance the deployment may have the same row already; of these it must be equal. */
const SAME: ReadonlySet<string> = new Set(["criteria", "requirements", "guidance_chunks"]);

/**
 * Makes the tenant of an archive, suspended, with all rows and originals as they were. All of it is checked before
 * anything is written; rows come in one transaction. Where it ends before each original is there, the tenant cannot be
 * resumed: the same import goes on, or an erasure removes it. The active key vouches for the keys of the archive. What was
 * there before stays as it is, with packs that others use. For the operator alone.
 * Throws INTEGRITY_ERROR for an archive that was changed; INVALID_STATE for one of another release, of a tenant that is
 * here already, was erased here, or signed by another key than that of `keyFingerprint`.
 */
export async function importTenant(
  { db, owner, files, signer, startSha256 }: ImportParts,
  source: ArchiveSource,
  options: ImportOptions = {},
): Promise<ImportedTenant> {
  const archive = await checkArchive(source, { keyFingerprint: options.keyFingerprint, startSha256 });
  const { head, manifest, manifestHash } = archive;
  const { id, name } = head.tenant;
  const operator = operatorOf(db, id);
  const demoted = await importRows(operatorOf(owner, id), source, archive, options);
  await keepCheckpointKeys(db, signer, head.keys);
  await importFiles(operator, files, source, archive);
  await endImport(operator, manifestHash);
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const originals = [...archive.files.keys()].filter(isOriginal).length;
  return {
    ...{ id, name, rows, originals, demoted, manifestHash },
    boundVersion: head.boundVersion,
    missing: manifest.missing,
  };
}

const isTable = (name: string) => name.startsWith("tables/");

/** How many members were demoted. Nothing is left to do where the same import was interrupted behind it. */
function importRows(
  operator: Context,
  source: ArchiveSource,
  { head, manifestHash, files }: CheckedArchive,
  options: ImportOptions,
): Promise<number> {
  return inTenant(operator, async (tx) => {
    if (!(await beginImport(tx, head, manifestHash, options))) return 0;
    for await (const entry of readChecked(source, files, isTable)) {
      const bytes = await bytesOf(entry);
      requireChecked(files, entry.name, await sha256Hex(bytes));
      const [, table] = entry.name.split("/");
      await writeRows(tx, { table: table!, text: new TextDecoder().decode(bytes), tenantId: head.tenant.id }, options);
    }
    const demoted = await demoteOperators(tx, head.tenant.id);
    await asSystem(tx, async () => {
      await tx.insert(auditHeads).values({ tenantId: head.tenant.id, ...head.auditEnd });
      await tx.update(tenants).set({ importing: "FILES" }).where(eq(tenants.id, head.tenant.id));
    });
    const event = { action: BEGUN, objectType: "tenant", objectId: head.tenant.id } as const;
    await recordAudit(tx, operator, ...demoted, { ...event, details: { manifestHash } });
    await writeDeploymentEntry(tx, operator.actor, { ...event, details: { contentHash: manifestHash } });
    return demoted.length;
  });
}

/** Who ran the first deployment does not run this one. */
async function demoteOperators(tx: Transaction, tenantId: string) {
  const rows = await tx
    .update(memberships)
    .set({ role: "ADMIN" })
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.role, "SUPER_ADMIN"), isNull(memberships.revokedAt)))
    .returning({ objectId: memberships.userId });
  return rows.map(({ objectId }) => ({ action: "member.role_changed", objectType: "member", objectId }) as const);
}

const BEGUN = "tenant.import_begun";

/** Whether the rows are to be written. */
async function beginImport(
  tx: Transaction,
  { tenant, schema }: ArchiveHead,
  manifestHash: string,
  { afterErasure }: ImportOptions,
): Promise<boolean> {
  const [known] = await tx.select({ importing: tenants.importing }).from(tenants).where(eq(tenants.id, tenant.id));
  if (known) {
    if (!known.importing) throw isHere(tenant.id);
    if ((await begunWith(tx, tenant.id)) === manifestHash) return false;
    throw new AssayError(
      "INVALID_STATE",
      `Cannot import the tenant because an import of another archive of '${tenant.id}' is not finished: give that archive, or erase the tenant first`,
    );
  }
  requireRelease(schema, await newestMigration(tx));
  await requireNotErased(tx, tenant.id, afterErasure);
  const row = JSON.stringify({ ...tenant, status: "INACTIVE", importing: "ROWS" });
  await requireOwner(tx);
  const made = await asSystem(tx, () =>
    rowsOf(
      tx,
      sql`insert into tenants select * from json_populate_record(null::tenants, ${row}::json)
          on conflict (id) do nothing returning id`,
    ),
  );
  // Another import of it came first.
  if (made.length === 0) throw isHere(tenant.id);
  return true;
}

async function begunWith(tx: Transaction, tenantId: string): Promise<unknown> {
  const [begun] = await tx
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(and(eq(auditEntries.tenantId, tenantId), eq(auditEntries.action, BEGUN)))
    .orderBy(desc(auditEntries.sequence))
    .limit(1);
  return begun?.details?.manifestHash;
}

function requireRelease(schema: string, own: string): void {
  if (schema === own) return;
  const [which, fix] =
    schema < own
      ? ["an earlier", "upgrade the first deployment and export again"]
      : ["a later", "upgrade this deployment"];
  throw new AssayError(
    "INVALID_STATE",
    `Cannot import the tenant because its archive is of ${which} release, '${schema}' where this one has '${own}': ${fix}`,
  );
}

/** As the database requires it: see guard_new_import. */
async function requireOwner(tx: Transaction): Promise<void> {
  const [row] = await rowsOf<{ owns: boolean }>(
    tx,
    sql`select pg_has_role(session_user, relowner, 'MEMBER') as owns from pg_class where oid = 'public.tenants'::regclass`,
  );
  if (!row?.owns)
    throw new AssayError(
      "FORBIDDEN",
      "Cannot import the tenant because it takes the owner of the tables: set DATABASE_MIGRATE_URL",
    );
}

/** A tenant that was erased here does not come back by an old archive unless that is meant. */
async function requireNotErased(tx: Transaction, tenantId: string, afterErasure: string | undefined): Promise<void> {
  const [erased] = await asSystem(tx, () =>
    tx
      .select({ id: erasures.id, finishedAt: erasures.finishedAt })
      .from(erasures)
      .where(eq(erasures.erasedTenantId, tenantId))
      .orderBy(desc(erasures.requestedAt), desc(erasures.id))
      .limit(1),
  );
  if (!erased || erased.id === afterErasure) return;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot import the tenant because it was erased here on ${erased.finishedAt?.toISOString().slice(0, 10)}: if you mean to have it again, name that erasure, '${erased.id}'`,
    { details: { erasureId: erased.id } },
  );
}

function isHere(id: string): AssayError {
  return new AssayError("INVALID_STATE", `Cannot import the tenant because '${id}' is in this deployment already`);
}

async function importFiles(
  operator: Context,
  files: FileStore,
  source: ArchiveSource,
  { head, files: hashes }: CheckedArchive,
) {
  for await (const entry of readChecked(source, hashes, isFile)) {
    const key = keyOf(entry.name, head.tenant.id);
    const there = await files.stat(key);
    if (there) {
      await passOver(entry);
      // Guidance of a pack that the deployment has is its own.
      if (isOriginal(entry.name)) requireChecked(hashes, entry.name, there.sha256);
      continue;
    }
    const { sha256 } = await files.put(key, toStream(entry), { limitBytes: entry.size });
    const state = await readState(operator);
    if (state === "GONE" || hashes.get(entry.name) !== sha256) await files.delete(key);
    requireChecked(hashes, entry.name, sha256);
    if (state !== "OPEN") throw isHere(operator.tenantId);
  }
}

/**
 * ENDED: by another import of the same archive, whose files these are too. GONE: by an erasure, which may have been past
 * what is stored now.
 */
function readState({ db, tenantId }: Context): Promise<"OPEN" | "ENDED" | "GONE"> {
  return inSystem(db, async (tx) => {
    const [row] = await tx.select({ importing: tenants.importing }).from(tenants).where(eq(tenants.id, tenantId));
    if (!row || (await isErasing(tx, tenantId))) return "GONE";
    return row.importing ? "OPEN" : "ENDED";
  });
}

function endImport(operator: Context, manifestHash: string): Promise<void> {
  const { tenantId } = operator;
  return inTenant(operator, async (tx) => {
    const ended = await asSystem(tx, () =>
      tx
        .update(tenants)
        .set({ importing: null })
        .where(and(eq(tenants.id, tenantId), eq(tenants.importing, "FILES")))
        .returning({ id: tenants.id }),
    );
    if (ended.length === 0) throw isHere(tenantId);
    const event = { action: "tenant.imported", objectType: "tenant", objectId: tenantId } as const;
    await recordAudit(tx, operator, { ...event, details: { manifestHash } });
    await writeDeploymentEntry(tx, operator.actor, { ...event, details: { contentHash: manifestHash } });
  });
}

interface Rows {
  readonly table: string;
  /** A line for each. */
  readonly text: string;
  readonly tenantId: string;
}

async function writeRows(tx: Transaction, { table, text, tenantId }: Rows, options: ImportOptions): Promise<void> {
  const of = (ARCHIVED as Readonly<Record<string, ArchivedTable>>)[table];
  if (!of) throw damaged(`it has rows of '${table}'`);
  const lines = text.split("\n").filter(Boolean);
  const name = sql.identifier(table);
  const rows = sql`json_populate_recordset(null::${name}, ${`[${lines.join(",")}]`}::json)`;
  const replaced = Object.entries(of.replaced ?? {});
  const source =
    replaced.length === 0
      ? sql`${rows} given`
      : sql`(select (json_populate_record(null::${name}, (to_jsonb(given) || jsonb_build_object(${sql.raw(
          replaced.map(([column, value]) => `'${column}', ${value}`).join(", "),
        )}))::json)).* from ${rows} given) given`;
  if (of.as === "system") {
    // Its role writes rows of each tenant.
    const [foreign] = await rowsOf<{ n: number }>(
      tx,
      sql`select count(*)::int as n from ${rows} given where tenant_id is distinct from ${tenantId}::uuid`,
    );
    if (foreign!.n > 0) throw damaged(`it has rows of '${table}' of another tenant`);
  }
  if (of.rows === "tenant") {
    const insert = () => tx.execute(sql`insert into ${name} select * from ${source}`);
    await (of.as === "system" ? asSystem(tx, insert) : insert());
    return;
  }
  await asCatalog(tx, async () => {
    const isNew = sql`not exists (select from ${name} own where ${isSame(of.key)})`;
    if (of.parent && !(of.parent.table === "packs" && options.extendPacks))
      await requireNewParents(tx, { table, rows, isNew, parent: of.parent });
    await tx.execute(sql`insert into ${name} select * from ${source} where ${isNew} on conflict do nothing`);
    await requireOwn(tx, table, of.key, rows);
  });
}

/** A pack of the deployment may be used by others: what it has stays all that it has. */
async function requireNewParents(
  tx: Transaction,
  of: {
    readonly table: string;
    readonly rows: SQL;
    readonly isNew: SQL;
    readonly parent: NonNullable<ArchivedTable["parent"]>;
  },
): Promise<void> {
  const { table, rows, isNew, parent } = of;
  const [found] = await rowsOf<{ n: number }>(
    tx,
    sql`select count(*)::int as n from ${rows} given
      join ${sql.identifier(parent.table)} parent on parent.id = given.${sql.identifier(parent.column)}
      where parent.xmin <> pg_current_xact_id()::xid and ${isNew}`,
  );
  if (found!.n > 0)
    throw new AssayError(
      "INVALID_STATE",
      `Cannot import the tenant because it would add ${found!.n} rows of ${table} to what other tenants of this deployment use: a pack was changed after it came here`,
    );
}

const isSame = (key: readonly string[]) =>
  sql.join(
    key.map((column) => sql`own.${sql.identifier(column)} = given.${sql.identifier(column)}`),
    sql` and `,
  );

/**
 * A row under the same id that is another tenant's must not become this one's, and another text would change what verdicts
 * rest on.
 */
async function requireOwn(tx: Transaction, table: string, key: readonly string[], rows: SQL): Promise<void> {
  const name = sql.identifier(table);
  const other = SAME.has(table)
    ? sql`own is null or to_jsonb(own) - 'owner_tenant_id' <> to_jsonb(given) - 'owner_tenant_id'`
    : sql`own is null`;
  const [found] = await rowsOf<{ n: number }>(
    tx,
    sql`select count(*)::int as n from ${rows} given left join ${name} own on ${isSame(key)} where ${other}`,
  );
  if (found!.n > 0)
    throw new AssayError(
      "INVALID_STATE",
      `Cannot import the tenant because this deployment has other ${table} under the same ids: a pack was made apart`,
    );
}

const isOriginal = (name: string) => name.startsWith("originals/");
const isFile = (name: string) => isOriginal(name) || name.startsWith("guidance/");

function keyOf(name: string, tenantId: string): string {
  const id = name.split("/")[1]!;
  return isOriginal(name) ? fileKey({ tenantId, documentId: id }) : ingestionFileKey(id);
}

/** It was read before, and may have changed since. */
function requireChecked(files: ReadonlyMap<string, string>, name: string, sha256: string): void {
  if (files.get(name) !== sha256) throw damaged(`'${name}' is not what the manifest says`);
}

function toStream(entry: TarFile): ReadableStream<Uint8Array> {
  const content = entry.content();
  return new ReadableStream({
    async pull(controller) {
      const next = await content.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
}
