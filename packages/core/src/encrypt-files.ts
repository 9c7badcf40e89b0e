import { AssayError } from "@assay/contract";
import { type Database, documents, fileKeys, jobs, rowsOf, type Transaction } from "@assay/db";
import { and, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "./audit/record-audit.ts";
import { databaseTimeIn } from "./database-clock.ts";
import { destroyFileKeys } from "./file-keys/destroy-file-keys.ts";
import type { EncryptingFileStore } from "./file-keys/encrypt-store.ts";
import { enqueueForTenants } from "./jobs/enqueue-for-tenants.ts";
import { giveWay } from "./jobs/give-way.ts";
import { enqueue, type Job } from "./jobs/job.ts";
import { isPaused } from "./jobs/pauses.ts";
import { type Attempt, nothingLeft, type Outcome } from "./jobs/stage.ts";
import type { Encrypted, FileStore } from "./ports/file-store.ts";
import { listParts, listTenants, pageOfDocuments, pagesOfDocuments, type RecordedFile } from "./recorded-files.ts";
import { systemActor } from "./tenancy/context.ts";
import { isErasing } from "./tenancy/require-not-erasing.ts";
import { inSystem, inTenant } from "./tenancy/transact.ts";

export interface FilesEncryption {
  readonly db: Database;
  readonly store: Pick<EncryptingFileStore, "encrypt" | "delete" | "stat">;
  /** Default every tenant. */
  readonly tenantId?: string | undefined;
  /** Earlier keys that were retired before are destroyed once nothing needs them: longer ago than the slowest upload takes. */
  readonly retiredBefore: Date | SQL<Date>;
  /** Called after each page of files. */
  onProgress?(soFar: EncryptedFiles): void;
}

export interface EncryptedFiles {
  encrypted: number;
  encryptedBytes: number;
  /** Under the active key already. */
  found: number;
  /** Earlier keys of tenants that no file needs any more, erased from the database. */
  destroyedKeys: number;
  /** Names of files that the store does not have, or has with other bytes: they stay as they are. */
  readonly missing: string[];
  readonly damaged: string[];
}

const AT_A_TIME = 2;
const DAY_MS = 86_400_000;
/** Of the service's job: files between two looks at the clock. */
const FILES = 10;
/** Tenants whose job one sweep begins. */
const TENANTS_MAX = 100;
const ENCRYPT = "encrypt";
/** Behind a file that is not as it was uploaded: the key does not cover all. */
const FLAWED = "encrypt-flawed";

/**
 * Puts every original that the database records under its tenant's active key, one by one, each verified by its SHA-256
 * before what it replaces is deleted. Resumes where an earlier call ended, and may run next to a service that has the same
 * keys.
 */
export async function encryptFiles(options: FilesEncryption): Promise<EncryptedFiles> {
  const { db, onProgress } = options;
  const done = nothingDone();
  for (const tenantId of options.tenantId ? [options.tenantId] : await listTenants(db)) {
    // It gets no keys any more.
    if (await inSystem(db, (tx) => isErasing(tx, tenantId))) continue;
    const before = { damaged: done.damaged.length, missing: done.missing.length };
    const since = await databaseTime(db);
    for await (const page of pagesOfDocuments(db, tenantId)) {
      await encryptPage(options, tenantId, page, done);
      onProgress?.(done);
    }
    await encryptParts(options, tenantId, done);
    if (done.damaged.length > before.damaged) continue;
    const isCovered = await recordCover(db, tenantId, sql`${since}::timestamptz`);
    // A file that is missing may come back, under an earlier key.
    if (isCovered && done.missing.length === before.missing)
      done.destroyedKeys += await destroyUnused(options, tenantId);
  }
  return done;
}

function nothingDone(): EncryptedFiles {
  return { ...{ encrypted: 0, encryptedBytes: 0, found: 0, destroyedKeys: 0 }, ...{ missing: [], damaged: [] } };
}

type Parts = Pick<FilesEncryption, "db" | "store">;

async function encryptPage(parts: Parts, tenantId: string, page: readonly RecordedFile[], done: EncryptedFiles) {
  await encryptAll(page, parts, done);
  await removeDeleted(parts.db, tenantId, page, parts.store);
}

/** What has come of uploads that are under way. */
async function encryptParts(parts: Parts, tenantId: string, done: EncryptedFiles): Promise<void> {
  await encryptAll(await listParts(parts.db, tenantId, parts.store), parts, done);
}

async function encryptAll(files: readonly RecordedFile[], { store }: Parts, done: EncryptedFiles): Promise<void> {
  for (let at = 0; at < files.length; at += AT_A_TIME)
    await Promise.all(
      files.slice(at, at + AT_A_TIME).map(async (file) => note(file, await store.encrypt(file.key, file), done)),
    );
}

function note({ key, sizeBytes }: RecordedFile, outcome: Encrypted, done: EncryptedFiles): void {
  switch (outcome) {
    case "encrypted":
      done.encrypted += 1;
      done.encryptedBytes += sizeBytes;
      return;
    case "found":
      done.found += 1;
      return;
    case "missing":
      done.missing.push(key);
      return;
    case "damaged":
      done.damaged.push(key);
      return;
    default:
      outcome satisfies never;
  }
}

/** Of documents that were deleted while their file was encrypted, or whose tenant is being erased, the copy may have come after the deletion. */
async function removeDeleted(
  db: Database,
  tenantId: string,
  page: readonly RecordedFile[],
  store: Parts["store"],
): Promise<void> {
  const ids = page.map(({ key }) => key.slice(tenantId.length + 1));
  const rows = await inTenant({ db, tenantId }, (tx) =>
    tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), inArray(documents.id, ids))),
  );
  const isGone = await inSystem(db, (tx) => isErasing(tx, tenantId));
  const left = new Set(isGone ? [] : rows.map(({ id }) => id));
  for (const id of ids) if (!left.has(id)) await store.delete(`${tenantId}/${id}`);
}

/**
 * Does for one tenant what `encryptFiles` does, a bounded part at a time: its subject is the tenant, or the document behind
 * which it continues. It gives way to all other work; a pass that began more than a day ago takes a page of files at a time
 * all the same.
 */
export async function encryptTenantFiles({ files }: { readonly files: FileStore }, attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  const { tenantId, subjectId } = job;
  const { encrypt } = files;
  if (!encrypt) return nothingLeft;
  const { endsAt, delayMs } = await giveWay(db, () => isPassLate(db, tenantId));
  if (endsAt === undefined) return { state: "more", delayMs, write: async () => [] };
  const parts = { db, store: { ...files, encrypt } };
  const done = nothingDone();
  let after = subjectId === tenantId ? undefined : subjectId;
  do {
    attempt.signal.throwIfAborted();
    const page = await pageOfDocuments(db, tenantId, after, FILES);
    await encryptPage(parts, tenantId, page.files, done);
    after = page.last;
  } while (after !== undefined && performance.now() < endsAt);
  if (after === undefined) await encryptParts(parts, tenantId, done);
  for (const key of done.damaged) attempt.report(damagedOriginal(key));
  const isFlawed = job.stage === FLAWED || done.damaged.length > 0;
  if (after !== undefined) {
    const stage = isFlawed ? FLAWED : ENCRYPT;
    const next = { tenantId, kind: "file" as const, subjectId: after, stage, delayMs };
    return { state: "done", write: (tx) => enqueue(tx, [next]) };
  }
  if (isFlawed) return { state: "done", write: (tx) => noteFlawed(tx, job) };
  // It destroys no key: that is an act of the operator.
  await recordCover(db, tenantId, passBegan(tenantId));
  return nothingLeft;
}

function damagedOriginal(key: string): AssayError {
  return new AssayError(
    "INTEGRITY_ERROR",
    `Cannot encrypt the original '${key}' because its stored bytes are not those that were uploaded`,
    { details: { key } },
  );
}

/** The pass ends flawed, so that the next one waits for longer. */
async function noteFlawed(tx: Transaction, { tenantId, id }: Job): Promise<undefined> {
  await tx
    .update(jobs)
    .set({ stage: FLAWED })
    .where(and(eq(jobs.tenantId, tenantId), eq(jobs.id, id)));
}

const passBegan = (tenantId: string): SQL<Date> =>
  sql`(select max(created_at) from work_items
    where work_items.tenant_id = ${tenantId} and kind = 'file' and stage = ${ENCRYPT} and subject_id = ${tenantId})`;

/** Also where its first job is gone, as finished ones go in time. */
function isPassLate(db: Database, tenantId: string): Promise<boolean> {
  return inTenant({ db, tenantId }, async (tx) => {
    const late = sql`coalesce(${passBegan(tenantId)} < ${databaseTimeIn(-DAY_MS)}, true)`;
    const [pass] = await rowsOf<{ isLate: boolean }>(tx, sql`select ${late} as "isLate"`);
    return pass!.isLate;
  });
}

/**
 * Has the files of tenants encrypted that the active key does not cover: one job at a time for each, once a day at most, and
 * once a week behind a pass that found a damaged file.
 */
export async function enqueueEncryptions(db: Database): Promise<void> {
  await inSystem(db, async (tx) => {
    const due = await rowsOf<{ tenantId: string }>(
      tx,
      sql`
      select tenant.id as "tenantId" from tenants tenant
      left join file_keys key on key.tenant_id = tenant.id and key.retired_at is null and key.destroyed_at is null
      where tenant.status = 'ACTIVE' and key.covers_all_at is null and not ${isPaused("files")}
        and exists (select 1 from documents where documents.tenant_id = tenant.id)
        and not exists (
          select 1 from work_items job where job.tenant_id = tenant.id and job.kind = 'file'
            and job.stage in (${ENCRYPT}, ${FLAWED})
            and (job.state in ('PENDING', 'RUNNING') or job.created_at > ${databaseTimeIn(-DAY_MS)}
              or (job.stage = ${FLAWED} and job.created_at > ${databaseTimeIn(-7 * DAY_MS)})))
      order by tenant.id limit ${TENANTS_MAX}::int`,
    );
    await enqueueForTenants(tx, due, ENCRYPT);
  });
}

/**
 * Records that the active key covers all files, where it was the active one since the look at them began, or the tenant never
 * had another. Returns whether it does.
 */
async function recordCover(db: Database, tenantId: string, since: SQL<Date>): Promise<boolean> {
  const covered = await inTenant({ db, tenantId }, (tx) =>
    rowsOf(
      tx,
      sql`update file_keys set covers_all_at = now()
        where file_keys.tenant_id = ${tenantId} and retired_at is null and destroyed_at is null
          and (created_at <= ${since}
            or (select count(*) from file_keys every where every.tenant_id = ${tenantId}) = 1)
        returning id`,
    ),
  );
  return covered.length > 0;
}

/** Destroys earlier keys that nothing has used for long enough. Returns how many. */
async function destroyUnused(
  { db, retiredBefore }: Pick<FilesEncryption, "db" | "retiredBefore">,
  tenantId: string,
): Promise<number> {
  return inTenant({ db, tenantId }, async (tx) => {
    const unused = await tx
      .select({ id: fileKeys.id })
      .from(fileKeys)
      .where(and(eq(fileKeys.tenantId, tenantId), lt(fileKeys.retiredAt, retiredBefore), isNull(fileKeys.destroyedAt)));
    if (unused.length === 0) return 0;
    const events = await destroyFileKeys(tx, { tenantId, ids: unused.map(({ id }) => id) });
    await recordAudit(tx, systemActor(tenantId), ...events);
    return events.length;
  });
}

/** To the microsecond, as text. */
async function databaseTime(db: Database): Promise<string> {
  const [row] = await inSystem(db, (tx) => rowsOf<{ now: string }>(tx, sql`select clock_timestamp()::text as now`));
  return row!.now;
}
