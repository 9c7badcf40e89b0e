import { type Overview, WORK_KINDS } from "@assay/contract";
import { type Transaction, workItems } from "@assay/db";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";

const isDue = sql`${workItems.state} = 'PENDING' and ${workItems.availableAt} <= now()`;

/** The tenant's open work. */
export async function readQueue(tx: Transaction, tenantId: string): Promise<Overview["queue"]> {
  const countOf = (which: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${which}))::int`;
  // The kinds are named, as the indexes of open work begin with them.
  const isOpen = and(
    inArray(workItems.kind, [...WORK_KINDS]),
    eq(workItems.tenantId, tenantId),
    sql`(${workItems.state} = 'PENDING' or ${workItems.state} = 'RUNNING')`,
  );
  const kinds = await tx
    .select({
      kind: workItems.kind,
      due: countOf(isDue),
      later: countOf(sql`${workItems.state} = 'PENDING' and ${workItems.availableAt} > now()`),
      running: countOf(sql`${workItems.state} = 'RUNNING'`),
      oldestDueAt: sql<Date | null>`min(${workItems.availableAt}) filter (where ${isDue})`.mapWith(
        workItems.availableAt,
      ),
    })
    .from(workItems)
    .where(isOpen)
    .groupBy(workItems.kind);
  const waiting = await tx
    .select({
      part: sql<string>`${workItems.waitingFor}`,
      jobs: sql<number>`count(*)::int`,
      since: sql<Date>`min(${workItems.waitingSince})`.mapWith(workItems.waitingSince),
    })
    .from(workItems)
    .where(and(isOpen, isNotNull(workItems.waitingFor), isNotNull(workItems.waitingSince)))
    .groupBy(workItems.waitingFor)
    .orderBy(sql`1`);
  const dueTimes = kinds.flatMap(({ oldestDueAt }) => (oldestDueAt ? [oldestDueAt.getTime()] : []));
  return {
    kinds: WORK_KINDS.flatMap((kind) =>
      kinds.filter((row) => row.kind === kind).map(({ oldestDueAt: _, ...row }) => row),
    ),
    oldestDueAt: dueTimes.length > 0 ? new Date(Math.min(...dueTimes)).toISOString() : null,
    waiting: waiting.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
  };
}
