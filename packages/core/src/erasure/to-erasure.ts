import type { Erasure } from "@assay/contract";
import type { erasures } from "@assay/db";

type ErasureRow = typeof erasures.$inferSelect;

export function toErasure({ id, ...row }: ErasureRow): Erasure {
  return {
    id,
    tenantId: row.erasedTenantId,
    tenantName: row.tenantName,
    requestedBy: row.requestedBy,
    requestedAt: row.requestedAt.toISOString(),
    files: row.files,
    rows: row.rowsTotal,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
