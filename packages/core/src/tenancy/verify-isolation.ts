import type { Database, Transaction } from "@assay/db";
import { rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { findRestoreProblems } from "./find-restore-problems.ts";

/**
 * Proves at start that the database itself keeps tenants apart. Returns what is wrong, in words that say the fix; an
 * empty list means that the service may start. `anyLogin` omits who connects: an embedded database has no login but
 * its superuser.
 */
export function verifyIsolation(db: Database, { anyLogin = false } = {}): Promise<string[]> {
  return db.transaction(async (tx) => {
    const powers = anyLogin ? [] : await powerProblems(tx);
    if (powers.length > 0) return powers;
    const restore = await findRestoreProblems(tx);
    if (restore.length > 0) return [...restore, ...(await tableProblems(tx))];
    const memberships = anyLogin ? [] : await membershipProblems(tx);
    if (memberships.length > 0) return memberships;
    await tx.execute(sql`select set_config('role', 'assay_tenant', true), set_config('app.tenant_id', '', true)`);
    return [
      ...(await roleProblems(tx)),
      ...(await tableProblems(tx)),
      ...(await policyProblems(tx)),
      ...(await leakProblems(tx)),
    ];
  });
}

// What the login may become, it can do: a role that passes the policies by, or one that may drop them.
async function powerProblems(tx: Transaction): Promise<string[]> {
  const [power] = await rowsOf<{ login: string; name: string; bypasses: boolean }>(
    tx,
    sql`select session_user as login, rolname as name, rolsuper or rolbypassrls as bypasses from pg_roles
        where pg_has_role(session_user, oid, 'MEMBER') and (rolsuper or rolbypassrls or exists (
          select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner = pg_roles.oid))
        order by rolname <> session_user, rolname limit 1`,
  );
  if (!power) return [];
  const { login, name, bypasses } = power;
  const what = bypasses ? "bypasses row-level security" : "owns the tables";
  return [
    `Login ${login} ${name === login ? what : `can become ${name}, which ${what}`}: connect with a role for the service alone, ` +
      "create role assay_app login noinherit nosuperuser nobypassrls password '…'; " +
      "grant assay_tenant, assay_system, assay_catalog to assay_app",
  ];
}

async function membershipProblems(tx: Transaction): Promise<string[]> {
  const roles = await rowsOf<{ name: string; login: string; exists: boolean }>(
    tx,
    sql`select name, session_user as login, to_regrole(name) is not null as exists
        from unnest(array['assay_tenant', 'assay_system', 'assay_catalog']) as name
        where case when to_regrole(name) is null then true else not pg_has_role(session_user, name, 'MEMBER') end`,
  );
  return roles.map(({ name, login, exists }) =>
    exists
      ? `Login ${login} cannot become ${name}: as the owner of the tables, run grant ${name} to ${login}`
      : `Role ${name} is missing: run the migrations, which create it`,
  );
}

async function roleProblems(tx: Transaction): Promise<string[]> {
  const roles = await rowsOf<{ name: string }>(
    tx,
    sql`select rolname as name from pg_roles
        where rolname in ('assay_tenant', 'assay_system', 'assay_catalog') and (rolsuper or rolbypassrls or rolcanlogin)`,
  );
  return roles.map(
    ({ name }) =>
      `Role ${name} can log in or bypass row-level security: run alter role ${name} nologin nosuperuser nobypassrls`,
  );
}

async function tableProblems(tx: Transaction): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    tx,
    sql`select c.relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
        where c.relkind in ('r', 'p')
          and (c.relname = 'tenants' or exists (
            select 1 from pg_attribute a where a.attrelid = c.oid and a.attname in ('tenant_id', 'owner_tenant_id') and not a.attisdropped))
          and not (c.relrowsecurity and c.relforcerowsecurity)
        order by 1`,
  );
  return tables.map(
    ({ name }) =>
      `Table ${name} is not isolated: run alter table ${name} enable row level security, force row level security`,
  );
}

// Policies add up: a single one that does not compare the tenant opens the table.
async function policyProblems(tx: Transaction): Promise<string[]> {
  const policies = await rowsOf<{ name: string; on: string }>(
    tx,
    sql`select polname as name, polrelid::regclass::text as on from pg_policy
        where polroles && array[0::oid, 'assay_tenant'::regrole::oid]
          and not (coalesce(pg_get_expr(polqual, polrelid), '') like '%app.tenant_id%'
            and coalesce(pg_get_expr(polwithcheck, polrelid), 'app.tenant_id') like '%app.tenant_id%')
        order by 2, 1`,
  );
  return policies.map(
    ({ name, on }) => `Policy ${name} opens table ${on} to every tenant: run drop policy ${name} on ${on}`,
  );
}

async function leakProblems(tx: Transaction): Promise<string[]> {
  const [row] = await rowsOf<{ seen: boolean }>(
    tx,
    sql`select exists (select 1 from documents) or exists (select 1 from runs) or exists (select 1 from tenants) as seen`,
  );
  return row?.seen ? ["Rows are visible without a tenant: check the policies of documents, runs and tenants"] : [];
}
