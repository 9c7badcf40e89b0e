import type { Database } from "@assay/db";
import { sql } from "drizzle-orm";
import { vacuumWhole } from "./vacuum-whole.ts";

export interface Waiting {
  readonly tenants: number;
  readonly jobsEach: number;
  readonly kinds: readonly string[];
  readonly delayed?: boolean;
  /** Columns of each job, as SQL. */
  readonly set?: Readonly<Record<string, string>>;
}

/** Jobs of many tenants that wait, in place of those that were there; the tenant numbered `at` has the id `md5(at)`. */
export async function fillQueue(
  owner: Database,
  { tenants, jobsEach, kinds, delayed = false, set = {} }: Waiting,
): Promise<void> {
  const columns = {
    available_at: delayed ? "now() + interval '1 hour'" : "now() - interval '1 hour'",
    delayed: String(delayed),
    ...set,
  };
  await owner.transaction(async (tx) => {
    // A check of each row's tenant takes longer than all else.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`truncate work_items`);
    await tx.execute(sql`insert into tenants (id, name)
      select md5(at::text)::uuid, 'Tenant ' || at from generate_series(1, ${tenants}::int) at on conflict do nothing`);
    await tx.execute(sql`
      insert into work_items (id, tenant_id, kind, subject_id, stage, ${sql.raw(Object.keys(columns).join(", "))})
      select gen_random_uuid(), md5(at::text)::uuid, kind, gen_random_uuid(), 'probe',
        ${sql.raw(Object.values(columns).join(", "))}
      from unnest(${sql.param(`{${kinds.join(",")}}`)}::text[]) kind, generate_series(1, ${tenants}::int) at,
        generate_series(1, ${jobsEach}::int)
      order by random()`);
  });
  await vacuumWhole(owner, "work_items");
}
