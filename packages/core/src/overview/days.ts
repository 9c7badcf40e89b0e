import type { Overview, OverviewDay } from "@assay/contract";
import { runs, spans, type Transaction } from "@assay/db";
import { SpanStatusCode } from "@opentelemetry/api";
import { and, eq, gte, sql } from "drizzle-orm";
import { notIn, type SoundRuns } from "./sound-runs.ts";

export interface DayOfRuns {
  readonly day: string;
  readonly completed: number;
  readonly failed: number;
  readonly active: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly costUsd: number;
}

export interface ModelErrors {
  readonly day: string;
  readonly code: string;
  readonly count: number;
}

/** Runs by the UTC day of their creation; none of the damaged ones. */
export function countRunsByDay(tx: Transaction, tenantId: string, { since, damaged }: SoundRuns): Promise<DayOfRuns[]> {
  const sum = (column: typeof runs.tokensIn | typeof runs.tokensOut | typeof runs.costUsd) =>
    sql<number>`sum(${column})`.mapWith(Number);
  return tx
    .select({
      day: sql<string>`to_char(${runs.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`,
      completed: sql<number>`(count(*) filter (where ${runs.status} = 'COMPLETED'))::int`,
      failed: sql<number>`(count(*) filter (where ${runs.status} = 'FAILED'))::int`,
      active: sql<number>`(count(*) filter (where ${runs.status} in ('PENDING', 'IN_PROGRESS')))::int`,
      tokensIn: sum(runs.tokensIn),
      tokensOut: sum(runs.tokensOut),
      costUsd: sum(runs.costUsd),
    })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), gte(runs.createdAt, since), notIn(runs.id, damaged)))
    .groupBy(sql`1`);
}

/** Model calls that failed, by UTC day and code, for as long as their spans are kept. */
export function countModelErrors(tx: Transaction, tenantId: string, since: Date): Promise<ModelErrors[]> {
  return tx
    .select({
      day: sql<string>`to_char(${spans.startedAt} at time zone 'UTC', 'YYYY-MM-DD')`,
      code: sql<string>`coalesce(${spans.attributes} ->> 'error.type', 'INTERNAL_ERROR')`,
      count: sql<number>`count(*)::int`,
    })
    .from(spans)
    .where(
      and(
        eq(spans.tenantId, tenantId),
        // Written out, so that the index of failed spans is taken.
        sql`${spans.statusCode} = ${sql.raw(String(SpanStatusCode.ERROR))}`,
        gte(spans.startedAt, since),
        eq(spans.name, "assessment.model_call"),
      ),
    )
    .groupBy(sql`1`, sql`2`);
}

/** One for each day, also where nothing happened. */
export function toDays(
  days: readonly string[],
  runsOf: readonly DayOfRuns[],
  errors: readonly ModelErrors[],
): OverviewDay[] {
  const counted = new Map(runsOf.map((row) => [row.day, row]));
  return days.map((day) => {
    const { completed = 0, failed = 0, active = 0, tokensIn = 0, tokensOut = 0, costUsd = 0 } = counted.get(day) ?? {};
    const modelErrors = sumOf(errors.filter((each) => each.day === day));
    return { day, runs: { completed, failed, active }, modelErrors, tokensIn, tokensOut, costUsd };
  });
}

/** Over all days, the most frequent first. */
export function byCode(errors: readonly ModelErrors[]): Overview["modelErrors"] {
  const codes = [...new Set(errors.map(({ code }) => code))];
  return codes
    .map((code) => ({ code, count: sumOf(errors.filter((each) => each.code === code)) }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

function sumOf(errors: readonly ModelErrors[]): number {
  return errors.reduce((sum, { count }) => sum + count, 0);
}
