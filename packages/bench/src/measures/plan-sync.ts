import { sha256Hex } from "@assay/core/digest";
import { planSync } from "@assay/core/sources";
import { type Context, createTenant } from "@assay/core/tenancy";
import { type Database, newId } from "@assay/db";
import { sql } from "drizzle-orm";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { openMigrated } from "../open-migrated.ts";
import { withDatabase } from "../with-database.ts";

const COUNTS = [10_000, 100_000];
const BATCH = 1000;
const ROUNDS = 3;
const LIMITS = { release: "0.1.0", fileBytesMax: 100_000_000 };

interface File {
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

export const planSyncs: Measure = {
  name: "plan-sync",
  needsServer: true,
  run: ({ server }) =>
    withDatabase(server!, async ({ DATABASE_URL, DATABASE_MIGRATE_URL }) => {
      await using stack = new AsyncDisposableStack();
      const { owner, db } = await openMigrated(stack, { DATABASE_URL, DATABASE_MIGRATE_URL });
      await owner.db.execute(
        sql`create table plain_files (sync uuid, path text, sha256 text, bytes bigint, primary key (sync, path))`,
      );
      const { id: tenantId } = await createTenant(db, { name: "Files" });
      const ctx: Context = { db, tenantId, actor: { id: "bench", role: "MEMBER", tenantId } };
      const figures: Figure[] = [];
      for (const count of COUNTS) {
        const files = await makeFiles(count);
        const [planMs, plainMs]: [number[], number[]] = [[], []];
        for (let round = 0; round < ROUNDS; round++) {
          planMs.push(await timed(() => planOnce(ctx, files)));
          plainMs.push(await timed(() => storePlainly(owner.db, files)));
        }
        const [plan, plain] = [Math.min(...planMs), Math.min(...plainMs)];
        figures.push({
          what: `Plan of a sync, ${count} files`,
          value: `${rounded(plan)} ms`,
          reference: `stored, read and deleted in plain SQL: ${rounded(plain)} ms`,
          ratio: plan / plain,
          target: { atMost: 5 },
        });
      }
      return figures;
    }),
};

async function makeFiles(count: number): Promise<File[]> {
  const files: File[] = [];
  for (let at = 0; at < count; at++) {
    const path = `records/${at % 100}/record-${at}.txt`;
    files.push({ path, sha256: await sha256Hex(path), bytes: 100 + at });
  }
  return files;
}

function* inBatches(files: readonly File[]): Generator<readonly File[]> {
  for (let at = 0; at < files.length; at += BATCH) yield files.slice(at, at + BATCH);
}

/** All of it, its reply read to the end; a dry run leaves nothing. */
async function planOnce(ctx: Context, files: readonly File[]): Promise<void> {
  const { header, entries } = await planSync(
    ctx,
    LIMITS,
    "folder",
    { dryRun: "true" },
    (async function* () {
      yield* inBatches(files);
    })(),
  );
  let read = 0;
  for await (const batch of entries) read += batch.length;
  if (header.upload !== files.length || read !== files.length)
    throw new Error(`Cannot measure a plan of ${files.length} files: it has ${header.upload}, and ${read} lines`);
}

async function storePlainly(db: Database, files: readonly File[]): Promise<void> {
  const sync = newId();
  for (const batch of inBatches(files))
    await db.execute(sql`
      insert into plain_files (sync, path, sha256, bytes)
      select ${sync}::uuid, given.path, given.sha256, given.bytes
      from json_to_recordset(${JSON.stringify(batch)}::json) as given(path text, sha256 text, bytes bigint)`);
  await db.execute(sql`select path, sha256 from plain_files where sync = ${sync}::uuid order by path`);
  await db.execute(sql`delete from plain_files where sync = ${sync}::uuid`);
}

async function timed(act: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}
