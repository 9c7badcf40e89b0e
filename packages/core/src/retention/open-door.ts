import type { RetentionKind } from "@assay/contract";
import { type Transaction, tenantRetention, tenants } from "@assay/db";
import { eq } from "drizzle-orm";
import { asSystem } from "../tenancy/transact.ts";
import { daysOf, readRefusal } from "./read-retention.ts";

/**
 * The days of a tenant's rule, null without one; undefined where nothing may be removed now. Until the transaction ends, a hold,
 * a suspension, a change of the rule and another that removes wait.
 */
export function openDoor(tx: Transaction, tenantId: string, kind: RetentionKind): Promise<number | null | undefined> {
  return asSystem(tx, async () => {
    // A run that starts waits too: it may take over answers of what is removed.
    const lock = kind === "runs" ? "update" : "share";
    await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for(lock);
    const [row] = await tx.select().from(tenantRetention).where(eq(tenantRetention.tenantId, tenantId)).for("update");
    return (await readRefusal(tx, tenantId)) === null ? daysOf(row)[kind] : undefined;
  });
}
