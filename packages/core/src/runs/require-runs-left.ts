import { oneRow, runs, type Transaction } from "@assay/db";
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { limitExceeded, readLimits } from "../tenancy/tenant-limits.ts";
import { estimateStart, type PlannedStart } from "./estimate-start.ts";

const NOW = sql<Date>`now()`;

/**
 * Throws TENANT_LIMIT_EXCEEDED where as many runs have started in the UTC day of `at`, this one, as may. The caller keeps
 * others from starting.
 */
export async function requireRunsLeft(tx: Transaction, tenantId: string, at: SQL<Date> = NOW): Promise<void> {
  const { runsPerDay: limit } = await readLimits(tx, tenantId);
  if (limit === null) return;
  const { value } = oneRow(
    await tx
      .select({ value: count() })
      .from(runs)
      .where(startedIn(tenantId, "day", at)),
  );
  if (value < limit) return;
  throw limitExceeded(
    `Cannot start a run because the tenant can start at most ${limit} in one UTC day: wait for the next day, or ask an operator for a higher limit`,
    { name: "runsPerDay", limit, value },
  );
}

/**
 * Throws TENANT_LIMIT_EXCEEDED where the tokens of this UTC month and the estimate of the run are more than the tenant may use.
 * A model that counts no tokens is never refused, and a run that has started is never stopped.
 */
export async function requireTokensLeft(tx: Transaction, tenantId: string, start: PlannedStart): Promise<void> {
  const { tokensPerMonth: limit } = await readLimits(tx, tenantId);
  if (limit === null || !start.plan.assessor.estimate) return;
  const { used } = oneRow(
    await tx
      .select({ used: sql`coalesce(sum(${runs.tokensIn}::bigint + ${runs.tokensOut}), 0)`.mapWith(Number) })
      .from(runs)
      .where(startedIn(tenantId, "month")),
  );
  const { tokensIn, tokensOut } = await estimateStart(tx, tenantId, start);
  const estimate = tokensIn + tokensOut;
  if (used < limit && used + estimate <= limit) return;
  throw limitExceeded(
    `Cannot start a run because the tenant can use at most ${limit} tokens in one UTC month: ${used} are used and this run needs about ${estimate}`,
    { name: "tokensPerMonth", limit, value: used + estimate, used, estimate },
  );
}

function startedIn(tenantId: string, unit: "day" | "month", at: SQL<Date> = NOW): SQL | undefined {
  const startOfUnit = sql`date_trunc(${sql.raw(`'${unit}'`)}, ${at}, 'UTC')`;
  // What was imported did not run here.
  return and(eq(runs.tenantId, tenantId), eq(runs.triggerType, "manual"), sql`${runs.createdAt} >= ${startOfUnit}`);
}
