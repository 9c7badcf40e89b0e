import { auditDetails } from "@assay/contract";
import { auditEntries, auditHeads, insertInBatches, newId, preparedOnce, type Transaction } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import type { Context } from "../tenancy/context.ts";
import type { AuditEvent } from "./audit-event.ts";
import { auditHash } from "./audit-hash.ts";
import { digestSubjects } from "./digest-subjects.ts";

export type { AuditEvent };

const lockHead = preparedOnce((tx) =>
  tx
    .select({ sequence: auditHeads.sequence, hash: auditHeads.hash, now: databaseMillis })
    .from(auditHeads)
    .where(eq(auditHeads.tenantId, sql.placeholder("tenantId")))
    .for("update")
    .prepare("audit_head"),
);

/**
 * Adds entries to the tenant's chain. Call it last in a transaction: the head of the chain stays locked until commit.
 */
export async function recordAudit(
  tx: Transaction,
  { tenantId, actor }: Pick<Context, "tenantId" | "actor">,
  ...events: AuditEvent[]
): Promise<void> {
  if (events.length === 0) return;
  const rowHashes = await digestSubjects(tx, tenantId, events);
  const [head] = await lockHead(tx, { tenantId });
  if (!head) throw new Error(`Cannot record audit entries because tenant '${tenantId}' has no chain`);
  const createdAt = new Date(head.now);
  let { sequence, hash } = head;
  const rows = [];
  for (const [at, event] of events.entries()) {
    const rowHash = rowHashes[at];
    const entry = {
      id: newId(),
      tenantId,
      runId: event.runId ?? null,
      action: event.action,
      object_type: event.objectType,
      object_id: event.objectId,
      actor: actor.id,
      created_at: createdAt.toISOString(),
      sequence: ++sequence,
      previousHash: hash,
      version: 2 as const,
      details: auditDetails.parse({ ...event.details, ...(rowHash && { rowHash }) }),
    };
    hash = await auditHash(entry);
    rows.push({ ...entry, objectType: event.objectType, objectId: event.objectId, createdAt, hash });
  }
  // The last one together with the head: a round trip less under its lock.
  const last = rows.splice(-1);
  await insertInBatches(tx, auditEntries, rows);
  const ofTenant = eq(auditHeads.tenantId, tenantId);
  const moved = tx.$with("moved").as(tx.update(auditHeads).set({ sequence, hash }).where(ofTenant));
  await tx.with(moved).insert(auditEntries).values(last);
}
