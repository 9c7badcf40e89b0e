import { type Transaction, webhookDeliveries } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { cancelJobs } from "../jobs/job.ts";
import type { WebhookRow } from "./to-webhook.ts";

/** Ends what is not delivered yet of a locked webhook that is disabled or removed. */
export async function endOpenDeliveries(
  tx: Transaction,
  { tenantId, id }: Pick<WebhookRow, "tenantId" | "id">,
): Promise<void> {
  const ended = await tx
    .update(webhookDeliveries)
    .set({ state: "FAILED", error: "WEBHOOK_DISABLED", nextAttemptAt: null })
    .where(
      and(
        eq(webhookDeliveries.tenantId, tenantId),
        eq(webhookDeliveries.webhookId, id),
        eq(webhookDeliveries.state, "PENDING"),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  if (ended.length === 0) return;
  await cancelJobs(tx, tenantId, { kind: "webhook", subjectIds: ended.map((delivery) => delivery.id) });
}
