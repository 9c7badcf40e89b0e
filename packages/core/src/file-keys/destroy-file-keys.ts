import { fileKeys, type Transaction } from "@assay/db";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { AuditEvent } from "../audit/audit-event.ts";

/**
 * Makes every original of a tenant that was encrypted unreadable, in all processes at once: its keys, or those named, are
 * erased from the database. Backups of the database still have them. Returns the audit events, which the caller records
 * last.
 */
export async function destroyFileKeys(
  tx: Transaction,
  { tenantId, ids }: { readonly tenantId: string; readonly ids?: readonly string[] },
): Promise<AuditEvent[]> {
  const destroyed = await tx
    .update(fileKeys)
    .set({ sealed: null, destroyedAt: sql`now()` })
    .where(
      and(
        eq(fileKeys.tenantId, tenantId),
        isNull(fileKeys.destroyedAt),
        ids ? inArray(fileKeys.id, [...ids]) : undefined,
      ),
    )
    .returning({ id: fileKeys.id });
  return destroyed.map(({ id }) => ({ action: "file_key.destroyed", objectType: "file_key", objectId: id }));
}
