import { type AuditEntry, canonicalJson } from "@assay/contract";
import { toCsv, toCsvRows } from "@assay/core/csv";

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
export async function auditCsv(batches: AsyncGenerator<AuditEntry[]>): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const first = await batches.next();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(toCsv([[...COLUMNS], ...toRows(first.value ?? [])]))),
    async pull(controller) {
      const { done, value } = await batches.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(toCsvRows(toRows(value))));
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
}

function toRows(entries: readonly AuditEntry[]) {
  return entries.map((entry) => {
    const cells = { ...entry, details: entry.details && canonicalJson(entry.details) };
    return COLUMNS.map((column) => cells[column]);
  });
}
