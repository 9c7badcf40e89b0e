import { AssayError, canonicalJson } from "@assay/contract";
import { corpusIngestions, type Database, documents, rowsOf, type Transaction, tenants } from "@assay/db";
import { and, asc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { listCheckpointKeys } from "../audit/checkpoint-keys.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { signText } from "../audit/sign-text.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import { sha256Hex } from "../digest.ts";
import { fileKey } from "../documents/register-upload.ts";
import { ingestionFileKey } from "../guidance/ingestions/create-ingestion.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { PublicSigningKey, Signer } from "../ports/signer.ts";
import type { Actor } from "../tenancy/context.ts";
import { inCatalog, inTenant } from "../tenancy/transact.ts";
import { ARCHIVED, type ArchivedTable, NOT_ARCHIVED } from "./archive-tables.ts";
import { tarEnd, tarHeader, tarPadding } from "./tar.ts";

/** Another shape gets another name. */
export const ARCHIVE_ORIGIN = "assay/tenant-archive/v1";

export interface ExportParts {
  readonly db: Database;
  readonly files: FileStore;
  readonly signer: Signer;
}

/** The first file of an archive: what it takes to read the others. */
export interface ArchiveHead {
  readonly origin: typeof ARCHIVE_ORIGIN;
  /** The newest change of tables: an archive is read where it is the same. */
  readonly schema: string;
  /** Its row, by the names of the columns; the engine that it is bound to is of the deployment. */
  readonly tenant: Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string };
  /** The engine version that it is bound to there, and is not where it is read. */
  readonly boundVersion: string | null;
  /** Public keys whose signatures count for its audit log. */
  readonly keys: readonly PublicSigningKey[];
  /** Where its audit log ends. */
  readonly auditEnd: { readonly sequence: number; readonly hash: string };
}

/** What all files before it are; `manifest.sig`, the last one, signs it as that of a package. */
export interface ArchiveManifest {
  readonly origin: typeof ARCHIVE_ORIGIN;
  readonly tenantId: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  readonly rows: Readonly<Record<string, number>>;
  /** Tables that are not in it, each with the reason. */
  readonly omitted: Readonly<Record<string, string>>;
  /** Originals that the store did not have, or not as they were uploaded. */
  readonly missing: readonly string[];
}

const ROWS_MAX = 500;
const FILES_MAX = 200;
const NO_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Everything of a suspended tenant as one TAR: its rows as lines of JSON, its originals, and at the end a manifest with the
 * SHA-256 of each file, signed. Secrets are not in it, and originals are as they were uploaded. For an operator or a SUPER_ADMIN: no role is asked for. Throws NOT_FOUND,
 * INVALID_STATE while the tenant is active or work of it is open.
 */
export async function* exportTenant(
  { db, files, signer }: ExportParts,
  { tenantId, actor }: { readonly tenantId: string; readonly actor: Pick<Actor, "id" | "role"> },
): AsyncGenerator<Uint8Array, void> {
  const head = await beginExport(db, signer, { tenantId, actor });
  const of = { tenantId, packIds: await listPacks(db, tenantId), versionIds: await listVersions(db, tenantId) };
  const written: { name: string; bytes: number; sha256: string }[] = [];
  const rows: Record<string, number> = {};
  const entry = async (name: string, bytes: Uint8Array) => {
    written.push({ name, bytes: bytes.length, sha256: await sha256Hex(bytes) });
    return [tarHeader({ name, size: bytes.length }), bytes, tarPadding(bytes.length)];
  };
  yield* await entry("archive.json", jsonBytes(head));
  for (const [table, columns] of Object.entries(ARCHIVED) as [string, ArchivedTable][]) {
    rows[table] = 0;
    let part = 0;
    for await (const lines of pagesOf(db, of, table, columns)) {
      rows[table] += lines.length;
      const name = `tables/${table}/${String(++part).padStart(8, "0")}.jsonl`;
      yield* await entry(name, new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
    }
  }
  const missing: string[] = [];
  for await (const { name, key, bytes, sha256 } of listOriginals(db, of)) {
    const there = await files.stat(key);
    if (there?.sizeBytes !== bytes || there.sha256 !== sha256) {
      missing.push(name);
      continue;
    }
    written.push({ name, bytes, sha256 });
    yield tarHeader({ name, size: bytes });
    yield* exactly(await files.get(key), bytes, name);
    yield tarPadding(bytes);
  }
  await requireUnchanged(db, head);
  const manifest: ArchiveManifest = {
    origin: ARCHIVE_ORIGIN,
    tenantId,
    files: written,
    rows,
    omitted: NOT_ARCHIVED,
    missing,
  };
  const text = canonicalJson(manifest);
  const signature = await signText(signer, text);
  yield* await entry("manifest.json", new TextEncoder().encode(text));
  yield* await entry("manifest.sig", new TextEncoder().encode(canonicalJson({ keyId: signer.keyId, signature })));
  yield tarEnd();
}

const jsonBytes = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`);

async function beginExport(
  db: Database,
  signer: Signer,
  { tenantId, actor }: { tenantId: string; actor: Pick<Actor, "id" | "role"> },
): Promise<ArchiveHead> {
  const event = { action: "tenant.exported", objectType: "tenant", objectId: tenantId } as const;
  const keys = await listCheckpointKeys(db, signer);
  return inTenant({ db, tenantId }, async (tx) => {
    await requireQuiet(tx, tenantId);
    await recordAudit(tx, { tenantId, actor: { ...actor, tenantId } }, event);
    await writeDeploymentEntry(tx, actor, event);
    const [tenant] = await rowsOf<{ row: ArchiveHead["tenant"]; bound: string | null }>(
      tx,
      sql`select to_jsonb(tenants) - '{importing,retrieval_version_id}'::text[] as row, retrieval_version_id as bound
          from tenants where id = ${tenantId}`,
    );
    return {
      origin: ARCHIVE_ORIGIN,
      schema: await newestMigration(tx),
      tenant: tenant!.row,
      boundVersion: tenant!.bound,
      keys,
      auditEnd: await auditEnd(tx, tenantId),
    };
  });
}

export async function newestMigration(tx: Transaction): Promise<string> {
  const [row] = await rowsOf<{ name: string }>(tx, sql`select max(name) as name from assay_migrations`);
  return row!.name;
}

async function auditEnd(tx: Transaction, tenantId: string): Promise<ArchiveHead["auditEnd"]> {
  const [row] = await rowsOf<{ sequence: number; hash: string }>(
    tx,
    sql`select sequence::float8 as sequence, hash from audit_heads where tenant_id = ${tenantId}`,
  );
  return row!;
}

/** What is written meanwhile would be in one table and not in another. */
async function requireQuiet(tx: Transaction, tenantId: string): Promise<void> {
  const [tenant] = await tx.select({ status: tenants.status }).from(tenants).where(eq(tenants.id, tenantId));
  if (!tenant) throw new AssayError("NOT_FOUND", `Cannot find tenant '${tenantId}'`, { details: { id: tenantId } });
  if (tenant.status === "ACTIVE")
    throw new AssayError("INVALID_STATE", "Cannot export the tenant while it is active: suspend it first");
  const counted = [
    ["a run", sql`from runs where tenant_id = ${tenantId} and status in ('PENDING', 'IN_PROGRESS')`],
    [
      "a document that is being read",
      sql`from documents where tenant_id = ${tenantId} and status not in ('READY', 'FAILED')`,
    ],
    ["a step", sql`from work_items where tenant_id = ${tenantId} and state = 'RUNNING'`],
  ] as const;
  for (const [what, which] of counted) {
    if ((await rowsOf(tx, sql`select 1 ${which} limit 1`)).length > 0)
      throw new AssayError(
        "INVALID_STATE",
        `Cannot export the tenant because ${what} is under way: resume it, let that end, and suspend it again`,
      );
  }
}

async function requireUnchanged(db: Database, { tenant, auditEnd: before }: ArchiveHead): Promise<void> {
  const now = await inTenant({ db, tenantId: tenant.id }, (tx) => auditEnd(tx, tenant.id));
  if (now.sequence !== before.sequence || now.hash !== before.hash)
    throw new AssayError("INVALID_STATE", "Cannot finish the archive because the tenant was changed: export it again");
}

/** Those that it uses or used, and its own. */
async function listPacks(db: Database, tenantId: string): Promise<string[]> {
  const asked = [
    sql`select distinct pack_id as id from pack_bindings where tenant_id = ${tenantId}`,
    sql`select distinct pack_id as id from runs where tenant_id = ${tenantId}`,
    sql`select distinct pack_id as id from exceptions where tenant_id = ${tenantId}`,
    sql`select id from packs where owner_tenant_id = ${tenantId}`,
  ];
  const ids = await inTenant({ db, tenantId }, async (tx) => {
    const all: string[] = [];
    for (const statement of asked) for (const { id } of await rowsOf<{ id: string }>(tx, statement)) all.push(id);
    return all;
  });
  return [...new Set(ids)];
}

async function listVersions(db: Database, tenantId: string): Promise<string[]> {
  const rows = await inTenant({ db, tenantId }, (tx) =>
    rowsOf<{ id: string }>(tx, sql`select distinct retrieval_version_id as id from runs where tenant_id = ${tenantId}`),
  );
  return rows.map(({ id }) => id);
}

interface Of {
  readonly tenantId: string;
  readonly packIds: readonly string[];
  /** Engine versions that its runs pin. */
  readonly versionIds: readonly string[];
}

/** Pages of rows as JSON, each text as the database writes it, so that equal rows come out of it. */
async function* pagesOf(db: Database, of: Of, table: string, { rows, key, nullable, replaced, large }: ArchivedTable) {
  const names = sql.join(
    key.map((column) =>
      column === nullable ? sql`coalesce(${sql.identifier(column)}, ${NO_ID}::uuid)` : sql.identifier(column),
    ),
    sql`, `,
  );
  const without = sql.raw(
    `array[${Object.keys(replaced ?? {})
      .map((name) => `'${name}'`)
      .join(", ")}]::text[]`,
  );
  const name = sql.identifier(table);
  const most = large ? 1 : ROWS_MAX;
  const ofKey = sql.join(
    key.map((column) => sql`${sql.raw(`'${column}'`)}, page.${sql.identifier(column)}`),
    sql`, `,
  );
  for (let last: string | undefined; ; ) {
    const after: SQL =
      last === undefined
        ? sql`true`
        : sql`(${names}) > (select ${names} from json_populate_record(null::${name}, ${last}::json))`;
    const read = (tx: Transaction) =>
      rowsOf<{ line: string; key: string }>(
        tx,
        sql`select case when cardinality(${without}) = 0 then row_to_json(page)::text
              else (to_jsonb(page) - ${without})::text end as line, json_build_object(${ofKey})::text as key
            from (select * from ${name} where ${whichOf(rows, table, of)} and ${after} order by ${names}
              limit ${most}::int) as page`,
      );
    const page =
      rows === "tenant" ? await inTenant({ db, tenantId: of.tenantId }, read) : await inPacksOf(db, of.tenantId, read);
    if (page.length > 0) yield page.map(({ line }) => line);
    if (page.length < most) return;
    last = page.at(-1)!.key;
  }
}

/** The deployment's own, and those of the tenant. */
function inPacksOf<T>(db: Database, tenantId: string, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return inCatalog(db, async (tx) => {
    await tx.execute(sql`select set_config('app.tenant_id', ${tenantId}, true)`);
    return read(tx);
  });
}

function whichOf(rows: ArchivedTable["rows"], table: string, { tenantId, packIds, versionIds }: Of): SQL {
  const packs = sql`any(${sql.param(packIds)}::uuid[])`;
  if (rows === "tenant") return sql`tenant_id = ${tenantId}`;
  if (rows === "engine") return sql`id = any(${sql.param(versionIds)}::uuid[])`;
  switch (table) {
    case "packs":
      return sql`id = ${packs}`;
    case "criteria":
    case "requirements":
      return sql`criteria_version_id in (select id from criteria_versions where pack_id = ${packs})`;
    case "guidance_chunks":
      return sql`ingestion_id in (select id from corpus_ingestions where pack_id = ${packs})`;
    case "guidance_vectors":
      return sql`chunk_id in (select guidance_chunks.id from guidance_chunks join corpus_ingestions
        on corpus_ingestions.id = ingestion_id where pack_id = ${packs})`;
    default:
      return sql`pack_id = ${packs}`;
  }
}

interface Original {
  readonly name: string;
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

async function* listOriginals(db: Database, { tenantId, packIds }: Of): AsyncGenerator<Original, void> {
  for (let last: string | undefined; ; ) {
    const page = await inTenant({ db, tenantId }, (tx) =>
      tx
        .select({ id: documents.id, bytes: documents.sizeBytes, sha256: documents.sha256Hash })
        .from(documents)
        .where(and(eq(documents.tenantId, tenantId), last === undefined ? undefined : gt(documents.id, last)))
        .orderBy(asc(documents.id))
        .limit(FILES_MAX),
    );
    for (const { id, bytes, sha256 } of page)
      yield { name: `originals/${id}`, key: fileKey({ tenantId, documentId: id }), bytes, sha256 };
    if (page.length < FILES_MAX) break;
    last = page.at(-1)!.id;
  }
  if (packIds.length === 0) return;
  const guidance = await inPacksOf(db, tenantId, (tx) =>
    tx
      .select({ id: corpusIngestions.id, bytes: corpusIngestions.sizeBytes, sha256: corpusIngestions.sha256Hash })
      .from(corpusIngestions)
      .where(
        and(
          inArray(corpusIngestions.packId, [...packIds]),
          ne(corpusIngestions.status, "FAILED"),
          isNotNull(corpusIngestions.sha256Hash),
        ),
      )
      .orderBy(asc(corpusIngestions.id)),
  );
  for (const { id, bytes, sha256 } of guidance)
    yield { name: `guidance/${id}`, key: ingestionFileKey(id), bytes: bytes!, sha256: sha256! };
}

async function* exactly(
  body: ReadableStream<Uint8Array>,
  size: number,
  name: string,
): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  for await (const bytes of body) {
    length += bytes.length;
    if (length <= size) yield bytes;
  }
  if (length !== size) throw new Error(`Cannot finish the archive because '${name}' changed while it was written`);
}
