import { AssayError, type PlanQuery } from "@assay/contract";
import { newId, sourcePlans, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";

/** For its lines to come in. */
const RECEIVE_MS = 30 * 60_000;

/** Throws INVALID_STATE while another sync of the source is under way. */
export async function openPlan(ctx: Context, source: string, { takeOver, dryRun }: PlanQuery): Promise<string> {
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const ofTenant = eq(sourcePlans.tenantId, tenantId);
    await tx.delete(sourcePlans).where(and(ofTenant, sql`${sourcePlans.expiresAt} <= now()`));
    if (takeOver !== undefined)
      await tx
        .delete(sourcePlans)
        .where(and(ofTenant, eq(sourcePlans.source, source), sql`${sourcePlans.id}::text = ${takeOver}`));
    const [opened] = await tx
      .insert(sourcePlans)
      .values({
        id: newId(),
        tenantId,
        source,
        startedBy: ctx.actor.id,
        expiresAt: databaseTimeIn(RECEIVE_MS),
        dryRun: dryRun === "true",
      })
      .onConflictDoNothing()
      .returning({ id: sourcePlans.id });
    if (!opened) throw await underWay(tx, tenantId, source);
    return opened.id;
  });
}

/** A sync of the source that is under way, if there is one. */
export async function findUnderWay(tx: Transaction, tenantId: string, source: string) {
  const [plan] = await tx
    .select()
    .from(sourcePlans)
    .where(
      and(
        eq(sourcePlans.tenantId, tenantId),
        eq(sourcePlans.source, source),
        eq(sourcePlans.dryRun, false),
        sql`${sourcePlans.expiresAt} > now()`,
      ),
    );
  return plan;
}

async function underWay(tx: Transaction, tenantId: string, source: string): Promise<AssayError> {
  const other = await findUnderWay(tx, tenantId, source);
  return new AssayError(
    "INVALID_STATE",
    `Cannot sync source '${source}' because another sync of it is under way: wait for its end, or take it over if its program is gone`,
    {
      details: other
        ? {
            planId: other.id,
            startedBy: other.startedBy,
            startedAt: other.startedAt.toISOString(),
            expiresAt: other.expiresAt.toISOString(),
          }
        : {},
    },
  );
}
