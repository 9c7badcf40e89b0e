import { type ExportRecord, isUuid } from "@assay/contract";
import { exports, type Transaction } from "@assay/db";
import { and, asc, eq } from "drizzle-orm";

const columns = {
  id: exports.id,
  runId: exports.runId,
  format: exports.format,
  filename: exports.filename,
  sizeBytes: exports.sizeBytes,
  sha256Hash: exports.sha256Hash,
  createdAt: exports.createdAt,
};

/** The exports of a run by format, without their bytes. */
export async function exportsOf(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<ExportRecord[]> {
  const rows = await tx
    .select(columns)
    .from(exports)
    .where(and(eq(exports.tenantId, tenantId), eq(exports.runId, runId)))
    .orderBy(asc(exports.format));
  return rows.map(toExportRecord);
}

export function toExportRecord({
  id,
  runId,
  format,
  filename,
  sizeBytes,
  sha256Hash,
  createdAt,
}: Omit<typeof exports.$inferSelect, "bytes" | "tenantId">): ExportRecord {
  return { id, runId, format, filename, sizeBytes, sha256Hash, createdAt: createdAt.toISOString() };
}

/** One export of a run with its bytes; undefined when the run has none with this id. */
export async function findExport(
  tx: Transaction,
  { tenantId, runId, exportId }: { tenantId: string; runId: string; exportId: string },
): Promise<typeof exports.$inferSelect | undefined> {
  if (!isUuid(exportId)) return undefined;
  const [row] = await tx
    .select()
    .from(exports)
    .where(and(eq(exports.tenantId, tenantId), eq(exports.runId, runId), eq(exports.id, exportId)));
  return row;
}
