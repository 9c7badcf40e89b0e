import type { Database, Transaction } from "@assay/db";
import { sql } from "drizzle-orm";

/**
 * Proves at start that the database itself keeps tenants apart. Answers what is wrong, in words that say the fix; an
 * empty list means that the service may start.
 */
export function verifyIsolation(db: Database): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('role', 'assay_tenant', true), set_config('app.tenant_id', '', true)`);
    return [
      ...(await roleProblems(tx)),
      ...(await tableProblems(tx)),
      ...(await policyProblems(tx)),
      ...(await leakProblems(tx)),
    ];
  });
}

async function roleProblems(tx: Transaction): Promise<string[]> {
  const roles = await rows<{ name: string }>(
    tx,
    sql`select rolname as name from pg_roles
        where rolname in ('assay_tenant', 'assay_system', 'assay_catalog') and (rolsuper or rolbypassrls or rolcanlogin)`,
  );
  return roles.map(
    ({ name }) =>
      `Role ${name} may log in or bypass row-level security: alter role ${name} nologin nosuperuser nobypassrls`,
  );
}

async function tableProblems(tx: Transaction): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    tx,
    sql`select c.relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
        where c.relkind in ('r', 'p')
          and (c.relname = 'tenants' or exists (
            select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
          and not (c.relrowsecurity and c.relforcerowsecurity
            and exists (select 1 from pg_policy p where p.polrelid = c.oid and 'assay_tenant'::regrole = any (p.polroles)))
        order by 1`,
  );
  return tables.map(
    ({ name }) => `Table ${name} is not isolated: run the migrations, which force row-level security on it`,
  );
}

// Policies add up: a single one that does not compare the tenant opens the table.
async function policyProblems(tx: Transaction): Promise<string[]> {
  const policies = await rows<{ name: string; on: string }>(
    tx,
    sql`select polname as name, polrelid::regclass::text as on from pg_policy
        where polroles && array[0::oid, 'assay_tenant'::regrole::oid]
          and not (coalesce(pg_get_expr(polqual, polrelid), '') like '%app.tenant_id%'
            and coalesce(pg_get_expr(polwithcheck, polrelid), 'app.tenant_id') like '%app.tenant_id%')
        order by 2, 1`,
  );
  return policies.map(
    ({ name, on }) => `Policy ${name} opens table ${on} to every tenant: drop policy ${name} on ${on}`,
  );
}

async function leakProblems(tx: Transaction): Promise<string[]> {
  const [row] = await rows<{ seen: boolean }>(
    tx,
    sql`select exists (select 1 from documents) or exists (select 1 from runs) or exists (select 1 from tenants) as seen`,
  );
  return row?.seen ? ["Rows are visible without a tenant: check the policies of documents, runs and tenants"] : [];
}

async function rows<T>(tx: Transaction, query: ReturnType<typeof sql>): Promise<T[]> {
  return ((await tx.execute(query)) as unknown as { rows: T[] }).rows;
}
