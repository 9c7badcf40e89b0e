import { readdir, readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { Connection, Database, Transaction } from "./connection.ts";
import { oneRow, rowsOf } from "./rows.ts";
import { closeGate } from "./schema-gate.ts";

const MIGRATIONS = new URL("../migrations/", import.meta.url);
const LOCK = 7_305_301;
/** A deadlock with a service that is at work: its victim repeats, a migration behind the gate. */
const DEADLOCK = "40P01";
const TRIES = 10;
const SERVICE_ROLES = ["assay_tenant", "assay_system", "assay_catalog"] as const;

export interface Migration {
  name: string;
  statements: string[];
  /** Why a release that does not know it must not run on what it leaves; undefined where it only adds. */
  noWayBack?: string;
}

/** The first line of a migration after which nobody goes back. */
const NO_WAY_BACK = /^-- no way back: (.+)$/m;

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, MIGRATIONS), "utf8");
      const noWayBack = NO_WAY_BACK.exec(text)?.[1];
      const statements = text
        .split("--> statement-breakpoint")
        .map((statement) => statement.trim())
        .filter(Boolean);
      return { name, statements, ...(noWayBack !== undefined && { noWayBack }) };
    }),
  );
}

/**
 * Applies what is missing, all of it in one transaction under an advisory lock, so that several processes may start at
 * once, next to a service that is at work. `serviceRole`, the login role of the service where that is not the owner, may afterwards become the roles that
 * the tables are granted to. `onPending` hears what is about to be applied. Returns the names applied. Throws where a later
 * release has applied what this one must not run on.
 */
export async function migrate(
  { db }: Connection,
  { serviceRole, migrations, onPending }: MigrateOptions = {},
): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations());
  // A role without the right to change anything may start the service on a database that is up to date.
  if (!serviceRole && (await isUpToDate(db, wanted))) return [];
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(db, wanted, { serviceRole, onPending, alone: attempt > 1 });
    } catch (error) {
      if (attempt === TRIES || !isDeadlock(error)) throw error;
    }
  }
}

const isDeadlock = (error: unknown) =>
  error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === DEADLOCK;

function apply(
  db: Database,
  migrations: readonly Migration[],
  { serviceRole, onPending, alone }: MigrateOptions & { readonly alone: boolean },
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(LOCK))})`);
    if (alone) await closeGate(tx);
    await tx.execute(
      sql`create table if not exists assay_migrations (name text primary key, applied_at timestamptz not null default now())`,
    );
    // The names of migrations are no secret; `doctor` compares them as the role of the service.
    await tx.execute(sql`grant select on assay_migrations to public`);
    const pending = await pendingMigrations(tx, migrations);
    if (pending.length > 0) {
      await tx.execute(sql`alter table assay_migrations add column if not exists no_way_back text`);
      onPending?.(pending);
    }
    for (const { name, statements, noWayBack = null } of pending) {
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into assay_migrations (name, no_way_back) values (${name}, ${noWayBack})`);
    }
    if (serviceRole) await letBecomeServiceRoles(tx, serviceRole);
    return pending.map(({ name }) => name);
  });
}

/** Membership is read from the catalogue: a superuser counts as a member of all roles, and keeps none by it. */
async function letBecomeServiceRoles(tx: Transaction, login: string): Promise<void> {
  for (const role of SERVICE_ROLES) {
    const rows = await rowsOf<unknown>(
      tx,
      sql`
      select 1 from pg_auth_members where roleid = ${role}::regrole and member = to_regrole(quote_ident(${login}))
    `,
    );
    if (rows.length === 0) await tx.execute(sql`grant ${sql.identifier(role)} to ${sql.identifier(login)}`);
  }
}

interface MigrateOptions {
  readonly serviceRole?: string | undefined;
  readonly migrations?: readonly Migration[];
  readonly onPending?: ((pending: readonly Migration[]) => void) | undefined;
}

/** Whether one can go back from migrations, in a sentence for operators. */
export function describeWayBack(pending: readonly Migration[]): string {
  const last = pending.findLast(({ noWayBack }) => noWayBack !== undefined);
  return last
    ? `After ${last.name} there is no way back: ${last.noWayBack}. Keep a backup from before`
    : "You can go back: what is applied only adds, and the release before runs on it";
}

async function isUpToDate(db: Database, migrations: readonly Migration[]): Promise<boolean> {
  const rows = await rowsOf<{ found: boolean }>(db, sql`select to_regclass('assay_migrations') is not null as found`);
  return oneRow(rows).found && (await pendingMigrations(db, migrations)).length === 0;
}

async function pendingMigrations(tx: Database | Transaction, migrations: readonly Migration[]): Promise<Migration[]> {
  // A release that had no such column has applied nothing of the kind.
  const rows = await rowsOf<{ name: string; noWayBack: string | null }>(
    tx,
    sql`select name, to_jsonb(applied) ->> 'no_way_back' as "noWayBack" from assay_migrations applied`,
  );
  const known = new Set(migrations.map(({ name }) => name));
  const later = rows.find(({ name, noWayBack }) => noWayBack !== null && !known.has(name));
  if (later)
    throw new Error(
      `Cannot use this database: a later release has applied ${later.name}, after which there is no way back: ${later.noWayBack}. Start that release, or restore the backup from before it`,
    );
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter(({ name }) => !applied.has(name));
}
