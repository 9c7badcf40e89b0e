import type { Database, Transaction } from "@assay/db";
import { rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";

const MEND =
  "as after a restore to a server without these roles: run container/roles.sql, then restore the dump into an " +
  "empty database (docs/operate/operations.md, Backups)";

const NAMED_MAX = 3;

/** Tables from which the deployment's role may always delete: from others only while their tenant is being erased. */
const EXPIRING = sql`array['access_records', 'connections', 'idempotency_keys', 'resets', 'session_tenants', 'spans',
  'tenant_events', 'webhook_deliveries', 'work_items']`;

/**
 * What a restore omitted of a migrated database: the roles of the migrations, and the policies that name them. Reads the
 * catalogue alone, so that the owner of the tables may ask, and finds nothing before the migrations.
 */
export async function findRestoreProblems(db: Database | Transaction): Promise<string[]> {
  const [state] = await rowsOf<{ migrated: boolean; missing: string[] }>(
    db,
    sql`select to_regclass('assay_migrations') is not null as migrated,
          array(select name from unnest(array['assay_tenant', 'assay_system', 'assay_catalog']) as name
            where to_regrole(name) is null) as missing`,
  );
  if (!state?.migrated) return [];
  if (state.missing.length > 0)
    return [`The tables exist, but the roles ${state.missing.join(", ")} are missing, ${MEND}`];
  const open = await rowsOf<{ role: string; tables: string[] }>(
    db,
    sql`select role, array_agg(c.relname::text order by c.relname) as tables
        from pg_class c, unnest(array['assay_tenant', 'assay_system']) as role
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and case role
            when 'assay_tenant' then c.relname = 'tenants' or exists (
              select 1 from pg_attribute a where a.attrelid = c.oid and a.attname in ('tenant_id', 'owner_tenant_id')
                and not a.attisdropped)
            else c.relname in ('tenants', 'memberships', 'work_items')
              or (c.relrowsecurity and has_any_column_privilege(role, c.oid, 'SELECT, INSERT, UPDATE')) end
          and (not exists (select 1 from pg_policy p where p.polrelid = c.oid and to_regrole(role) = any (p.polroles) and p.polpermissive)
            or role = 'assay_system' and has_table_privilege(role, c.oid, 'DELETE') and c.relname <> all (${EXPIRING})
              and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname in ('tenant_id', 'owner_tenant_id') and not a.attisdropped
                or c.relname = 'tenants')
              and not exists (select 1 from pg_policy p where p.polrelid = c.oid and to_regrole(role) = any (p.polroles)
                and pg_get_expr(p.polqual, p.polrelid) like '%is_erasing(%'))
        group by role order by role desc`,
  );
  if (open.length === 0) return [];
  const where = open.map(({ role, tables }) => `of ${role} on ${nameSome(tables)}`).join(", and ");
  return [`Policies are missing, ${where}, ${MEND}`];
}

function nameSome(tables: readonly string[]): string {
  const more = tables.length - NAMED_MAX;
  return tables.slice(0, NAMED_MAX).join(", ") + (more > 0 ? ` and ${more} more tables` : "");
}
