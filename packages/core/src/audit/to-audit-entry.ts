import type { AuditEntry } from "@assay/contract";
import type { auditEntries } from "@assay/db";

export function toAuditEntry(row: typeof auditEntries.$inferSelect): AuditEntry {
  return {
    id: row.id,
    tenantId: row.tenantId,
    runId: row.runId,
    action: row.action,
    object_type: row.objectType,
    object_id: row.objectId,
    actor: row.actor,
    created_at: row.createdAt.toISOString(),
    sequence: row.sequence,
    previousHash: row.previousHash,
    version: row.version,
    details: row.details,
    hash: row.hash,
  };
}
