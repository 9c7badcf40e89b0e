import { auditCheckpoints, chainChecks, checkpointDepartures, type Database, oneRow, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";

export interface ChainsAtFault {
  readonly broken: readonly { readonly tenantId: string; readonly sequence: number; readonly problem: string }[];
  /** Tenants whose newest checkpoint is older than the time given and has left for nowhere. */
  readonly kept: number;
}

/** What an operator has to know of the audit chains of all tenants. */
export function findChainsAtFault(db: Database, { leftWithinMs }: { leftWithinMs: number }): Promise<ChainsAtFault> {
  const since = databaseTimeIn(-leftWithinMs);
  return inSystem(db, async (tx) => {
    const broken = await rowsOf<ChainsAtFault["broken"][number]>(
      tx,
      sql`select tenant_id as "tenantId", (broken ->> 'sequence')::int as sequence, broken ->> 'problem' as problem
        from ${chainChecks} where broken is not null order by tenant_id limit 20`,
    );
    const { kept } = oneRow(
      await rowsOf<{ kept: number }>(
        tx,
        sql`select count(distinct held.tenant_id)::int as kept from ${auditCheckpoints} held
          where held.created_at <= ${since} and not exists (
            select 1 from ${checkpointDepartures} gone
            join ${auditCheckpoints} later on later.tenant_id = gone.tenant_id and later.id = gone.checkpoint_id
            where gone.tenant_id = held.tenant_id and gone.left_at is not null and later.created_at >= held.created_at)`,
      ),
    );
    return { broken, kept };
  });
}
