import type { Overview } from "@assay/contract";
import { oneRow, type Transaction, webhooks } from "@assay/db";
import { and, count, desc, eq, inArray } from "drizzle-orm";

const FIRST = 20;

/** Webhooks that the service itself has disabled; the newest first. */
export async function findDisabledWebhooks(tx: Transaction, tenantId: string): Promise<Overview["webhooks"]> {
  const isDisabled = and(eq(webhooks.tenantId, tenantId), inArray(webhooks.disabledReason, ["FAILING", "GONE"]));
  const counted = oneRow(await tx.select({ value: count() }).from(webhooks).where(isDisabled));
  const rows = await tx
    .select({
      id: webhooks.id,
      url: webhooks.url,
      disabledReason: webhooks.disabledReason,
      disabledAt: webhooks.disabledAt,
    })
    .from(webhooks)
    .where(isDisabled)
    .orderBy(desc(webhooks.disabledAt), desc(webhooks.id))
    .limit(FIRST);
  return {
    count: counted.value,
    items: rows.map(({ disabledReason, disabledAt, ...row }) => ({
      ...row,
      disabledReason: disabledReason!,
      disabledAt: disabledAt!.toISOString(),
    })),
  };
}
