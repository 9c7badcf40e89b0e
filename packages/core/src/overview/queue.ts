import { JOB_KINDS, type Overview } from "@assay/contract";
import { jobs, type Transaction } from "@assay/db";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { justAfterNow } from "../database-clock.ts";

const isDue = sql`${jobs.state} = 'PENDING' and ${jobs.availableAt} < ${justAfterNow}`;

/** The tenant's open work. */
export async function readQueue(tx: Transaction, tenantId: string): Promise<Overview["queue"]> {
  const countOf = (which: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${which}))::int`;
  const isOpen = and(
    inArray(jobs.kind, [...JOB_KINDS]),
    eq(jobs.tenantId, tenantId),
    sql`(${jobs.state} = 'PENDING' or ${jobs.state} = 'RUNNING')`,
  );
  const kinds = await tx
    .select({
      kind: jobs.kind,
      due: countOf(isDue),
      later: countOf(sql`${jobs.state} = 'PENDING' and ${jobs.availableAt} >= ${justAfterNow}`),
      running: countOf(sql`${jobs.state} = 'RUNNING'`),
      oldestDueAt: sql<Date | null>`min(${jobs.availableAt}) filter (where ${isDue})`.mapWith(jobs.availableAt),
    })
    .from(jobs)
    .where(isOpen)
    .groupBy(jobs.kind);
  const waiting = await tx
    .select({
      part: sql<string>`${jobs.waitingFor}`,
      jobs: sql<number>`count(*)::int`,
      since: sql<Date>`min(${jobs.waitingSince})`.mapWith(jobs.waitingSince),
    })
    .from(jobs)
    .where(and(isOpen, isNotNull(jobs.waitingFor), isNotNull(jobs.waitingSince)))
    .groupBy(jobs.waitingFor)
    .orderBy(sql`1`);
  const dueTimes = kinds.flatMap(({ oldestDueAt }) => (oldestDueAt ? [oldestDueAt.getTime()] : []));
  return {
    kinds: JOB_KINDS.flatMap((kind) =>
      kinds.filter((row) => row.kind === kind).map(({ oldestDueAt: _, ...row }) => row),
    ),
    oldestDueAt: dueTimes.length > 0 ? new Date(Math.min(...dueTimes)).toISOString() : null,
    waiting: waiting.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
  };
}
