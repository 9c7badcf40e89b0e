import { auditCheckpoints, auditHeads, type Database, jobs, tenants } from "@assay/db";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { enqueue } from "../jobs/job.ts";
import { inSystem } from "../tenancy/transact.ts";

const TENANTS_MAX = 100;

/** What makes a chain due. */
const DUE = {
  daily: (since: SQL) => sql`not exists (select 1 from ${auditCheckpoints}
    where ${auditCheckpoints.tenantId} = ${auditHeads.tenantId} and ${auditCheckpoints.createdAt} > ${since})`,
  check: (since: SQL) => sql`${tenants.createdAt} <= ${since}`,
};

interface Pace {
  readonly everyMs: number;
}

/** Calls for a checkpoint of every active tenant that has had none for `everyMs`. Bounded, safe to repeat. */
export function enqueueDueCheckpoints(db: Database, pace: Pace): Promise<void> {
  return enqueueDue(db, "daily", pace);
}

/** Begins the check of every active tenant's chain, once in `everyMs`. Bounded, safe to repeat. */
export function enqueueChainChecks(db: Database, pace: Pace): Promise<void> {
  return enqueueDue(db, "check", pace);
}

function enqueueDue(db: Database, stage: keyof typeof DUE, { everyMs }: Pace): Promise<void> {
  const since = databaseTimeIn(-everyMs);
  return inSystem(db, async (tx) => {
    const due = await tx
      .select({ tenantId: auditHeads.tenantId })
      .from(auditHeads)
      .innerJoin(tenants, and(eq(tenants.id, auditHeads.tenantId), eq(tenants.status, "ACTIVE")))
      .where(
        and(
          sql`${auditHeads.sequence} > 0`,
          DUE[stage](since),
          // One that failed is not tried again before its time.
          sql`not exists (select 1 from ${jobs} where ${jobs.tenantId} = ${auditHeads.tenantId}
            and ${jobs.kind} = 'checkpoint' and ${jobs.stage} = ${stage} and ${jobs.createdAt} > ${since})`,
        ),
      )
      .limit(TENANTS_MAX);
    await enqueue(
      tx,
      due.map(({ tenantId }) => ({ tenantId, kind: "checkpoint" as const, subjectId: tenantId, stage })),
    );
  });
}
