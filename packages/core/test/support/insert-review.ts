import { sha256Hex } from "@assay/core/digest";
import { type Context, inTenant } from "@assay/core/tenancy";
import { newId, reviews, runs } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";

type Row = Partial<typeof reviews.$inferInsert>;

/** Puts in a review as the database takes it, the number that follows; returns its id. */
export function insertReview(ctx: Context, runId: string, requirementId: string, row: Row = {}): Promise<string> {
  return inTenant(ctx, async (tx) => {
    const [run] = await tx
      .select()
      .from(runs)
      .where(and(eq(runs.tenantId, ctx.tenantId), eq(runs.id, runId)))
      .for("update");
    const id = newId();
    await tx.insert(reviews).values({
      id,
      tenantId: ctx.tenantId,
      runId,
      packId: run!.packId,
      requirementId,
      sequence: sql`(select coalesce(max(sequence), 0) + 1 from reviews
        where tenant_id = ${ctx.tenantId} and run_id = ${runId})`,
      decision: "AGREED",
      reviewerId: ctx.actor.id,
      reviewerName: "reviewer@example.test",
      reviewerRole: "MEMBER",
      openedChunkIds: [],
      citedCount: 2,
      openedCount: 1,
      ...row,
      reasonHash: row.reason ? await sha256Hex(row.reason) : null,
    });
    return id;
  });
}
