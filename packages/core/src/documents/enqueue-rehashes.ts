import type { Transaction } from "@assay/db";
import { rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { enqueueForTenants } from "../jobs/enqueue-for-tenants.ts";
import { isPaused } from "../jobs/pauses.ts";

/** Tenants whose check one sweep begins. */
const TENANTS_MAX = 100;

/** What is read of a tenant's files in `everyMs`, and the file that passes it. */
const REHASH_BYTES_MAX = 104_857_600;

interface RehashPace {
  readonly everyMs: number;
  readonly bytesMax?: number | undefined;
}

/**
 * Begins the check of the stored files of tenants whose last one began `everyMs` ago, where a file was not checked since:
 * one job for all that it may read. What was checked within half of that time is left alone, so that the check keeps to
 * its hour. While the file store cannot be used there is nothing to check.
 */
export async function enqueueRehashes(
  tx: Transaction,
  { everyMs, bytesMax = REHASH_BYTES_MAX }: RehashPace,
): Promise<void> {
  const last = databaseTimeIn(-everyMs);
  const begun = await rowsOf<{ tenantId: string }>(
    tx,
    sql`
    insert into integrity_checks as held (tenant_id, began_at, due_before, bytes_left)
    select tenant.id, now(), ${databaseTimeIn(-everyMs / 2)}, ${bytesMax}::bigint
    from tenants tenant left join integrity_checks before on before.tenant_id = tenant.id
    -- The first in the index: where one tenant has nearly all documents, "exists" is planned as a read of all of them.
    cross join lateral (
      select coalesce(rehashed_at, ready_at) as hashed_at from documents
      where documents.tenant_id = tenant.id and documents.status = 'READY'
      order by coalesce(rehashed_at, ready_at) limit 1) oldest
    where not ${isPaused("files")} and (before.began_at is null or before.began_at <= ${last})
      and oldest.hashed_at < ${last}
    order by before.began_at nulls first limit ${TENANTS_MAX}::int
    on conflict (tenant_id) do update
      set began_at = excluded.began_at, due_before = excluded.due_before, bytes_left = excluded.bytes_left
      where held.began_at <= ${last}
    returning tenant_id as "tenantId"`,
  );
  await enqueueForTenants(tx, begun, "rehash");
}
