import { oneRow, reviews, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import type { ReviewedRun } from "./reviewed-run.ts";

export interface NextPosition {
  readonly sequence: number;
  /** How long the reviewer can have looked: since their last decision in this run, or since the run was completed. */
  readonly durationMaxMs: number;
}

/** The number of the next review of a run, whose row must be locked. */
export async function nextPosition(tx: Transaction, run: ReviewedRun, reviewerId: string): Promise<NextPosition> {
  const row = oneRow(
    await tx
      .select({
        sequence: sql<number>`coalesce(max(${reviews.sequence}), 0)::int + 1`,
        lastAt: sql<number | null>`floor(extract(epoch from max(${reviews.createdAt})
          filter (where ${reviews.reviewerId} = ${reviewerId})) * 1000)::float8`,
        now: databaseMillis,
      })
      .from(reviews)
      .where(and(eq(reviews.tenantId, run.tenantId), eq(reviews.runId, run.id))),
  );
  const since = row.lastAt ?? run.completedAt?.getTime() ?? row.now;
  return { sequence: row.sequence, durationMaxMs: Math.max(0, row.now - since) };
}
