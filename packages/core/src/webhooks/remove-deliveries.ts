import { type Transaction, webhookDeliveries } from "@assay/db";
import { and, inArray, lt, ne, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";

const BATCH = 500;

/** Removes a batch of deliveries that ended long ago; what waits for its receiver stays. */
export async function removeOldDeliveries(tx: Transaction, { keepMs }: { keepMs: number }): Promise<void> {
  const old = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        ne(webhookDeliveries.state, "PENDING"),
        lt(sql`coalesce(last_attempt_at, created_at)`, databaseTimeIn(-keepMs)),
      ),
    )
    .limit(BATCH);
  await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, old));
}
