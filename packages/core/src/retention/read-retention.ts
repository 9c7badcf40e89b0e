import type { Retention, RetentionDays } from "@assay/contract";
import { oneRow, rowsOf, type Transaction, tenantRetention } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { readTenant } from "../tenancy/administer-tenants.ts";
import type { Context } from "../tenancy/context.ts";
import { inSystem } from "../tenancy/transact.ts";

export type RetentionRow = typeof tenantRetention.$inferSelect;

/** After how many days what a tenant has is removed. Throws NOT_FOUND. */
export async function readRetention(ctx: Context, tenantId: string): Promise<Retention> {
  await readTenant(ctx, tenantId);
  return inSystem(ctx.db, (tx) => selectRetention(tx, tenantId));
}

/** For a transaction with the rights of the system. */
export async function selectRetention(tx: Transaction, tenantId: string): Promise<Retention> {
  const [row] = await tx.select().from(tenantRetention).where(eq(tenantRetention.tenantId, tenantId));
  return {
    tenantId,
    days: daysOf(row),
    changedAt: row?.changedAt.toISOString() ?? null,
    appliedAt: row?.appliedAt?.toISOString() ?? null,
    refusal: await readRefusal(tx, tenantId),
  };
}

export function daysOf(row: RetentionRow | undefined): RetentionDays {
  return { spans: row?.spansDays ?? null, logs: row?.logsDays ?? null, runs: row?.runsDays ?? null };
}

/** Why nothing of the tenant is removed now, as the database itself says. With the rights of the system. */
export async function readRefusal(tx: Transaction, tenantId: string): Promise<Retention["refusal"]> {
  const { refusal } = oneRow(
    await rowsOf<{ refusal: Retention["refusal"] }>(tx, sql`select retention_refusal(${tenantId}) as refusal`),
  );
  return refusal;
}
