import type { AuditEntry } from "@assay/contract";
import { isUuid } from "@assay/contract";
import { auditEntries } from "@assay/db";
import { and, count, desc, eq, lt } from "drizzle-orm";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";

export interface AuditFilter {
  runId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** The tenant's entries, newest first, and how many the filter matches in all. */
export function listAuditEntries(ctx: Context, filter: AuditFilter): Promise<Page<AuditEntry> & { total: number }> {
  requireRole(ctx, "ADMIN");
  const before = filter.cursor !== undefined ? decodeCursor("audit", filter.cursor, ["number"])[0] : undefined;
  if (filter.runId !== undefined && !isUuid(filter.runId))
    return Promise.resolve({ items: [], nextCursor: null, total: 0 });
  return inTenant(ctx, async (tx) => {
    const matches = and(
      eq(auditEntries.tenantId, ctx.tenantId),
      filter.runId ? eq(auditEntries.runId, filter.runId) : undefined,
    );
    const rows = await tx
      .select()
      .from(auditEntries)
      .where(and(matches, before === undefined ? undefined : lt(auditEntries.sequence, before)))
      .orderBy(desc(auditEntries.sequence))
      .limit(filter.limit + 1);
    const [total] = await tx.select({ value: count() }).from(auditEntries).where(matches);
    const page = toPage("audit", rows, filter.limit, (row) => [row.sequence]);
    return { items: page.items.map(toAuditEntry), nextCursor: page.nextCursor, total: total!.value };
  });
}

function toAuditEntry(row: typeof auditEntries.$inferSelect): AuditEntry {
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
    hash: row.hash,
  };
}
