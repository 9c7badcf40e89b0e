import { type AuditEntry, canonicalJson } from "@assay/contract";
import { toCsv, toCsvRows } from "@assay/core/csv";
import { streamBatches } from "./stream-batches.ts";

const COLUMNS = [
  "sequence",
  "created_at",
  "actor",
  "action",
  "object_type",
  "object_id",
  "runId",
  "tenantId",
  "id",
  "previousHash",
  "hash",
  "version",
  "details",
] as const satisfies readonly (keyof AuditEntry)[];

/** Entries as CSV, a batch at a time and no sooner than the reader takes it. An error of the first batch is thrown. */
export function auditCsv(batches: AsyncGenerator<AuditEntry[]>): Promise<ReadableStream<Uint8Array>> {
  return streamBatches(batches, { begin: toCsv([[...COLUMNS]]), batch: (entries) => toCsvRows(toRows(entries)) });
}

function toRows(entries: readonly AuditEntry[]) {
  return entries.map((entry) => {
    const cells = { ...entry, details: entry.details && canonicalJson(entry.details) };
    return COLUMNS.map((column) => cells[column]);
  });
}
