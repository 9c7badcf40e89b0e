import type { PGlite } from "@electric-sql/pglite";

interface Worn {
  readonly name: string;
  readonly isDead: boolean;
}

/**
 * Does for the embedded database what autovacuum does for a server, by its measures: without it the room of what was
 * deleted or changed is never used again, and no statement is planned by what the tables hold. One table after the other,
 * so that others have a turn. Returns their names.
 */
export async function tendTables(client: PGlite): Promise<string[]> {
  await client.query("select pg_stat_force_next_flush()");
  const { rows } = await client.query<Worn>(`
    select format('%I.%I', schemaname, relname) as name, n_dead_tup > 50 + 0.2 * n_live_tup as "isDead"
    from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    order by schemaname, relname`);
  for (const { name, isDead } of rows) await client.exec(isDead ? `vacuum (analyze) ${name}` : `analyze ${name}`);
  return rows.map(({ name }) => name);
}
