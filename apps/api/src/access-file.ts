import type { AccessRecord } from "@assay/contract";
import { toCsv, toCsvRows } from "@assay/core/csv";

const COLUMNS = [
  "createdAt",
  "actor",
  "kind",
  "objectId",
  "runId",
  "id",
] as const satisfies readonly (keyof AccessRecord)[];

/** Access records as a file, a batch at a time and no sooner than the reader takes it. An error of the first is thrown. */
export async function accessFile(
  format: "csv" | "ndjson",
  batches: AsyncGenerator<AccessRecord[]>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const { begin, more } = WRITERS[format];
  const first = await batches.next();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(begin(first.value ?? []))),
    async pull(controller) {
      const { done, value } = await batches.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(more(value)));
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
}

const toRows = (records: readonly AccessRecord[]) => records.map((record) => COLUMNS.map((column) => record[column]));
const toLines = (records: readonly AccessRecord[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

const WRITERS = {
  csv: {
    begin: (records: readonly AccessRecord[]) => toCsv([[...COLUMNS], ...toRows(records)]),
    more: (records: readonly AccessRecord[]) => toCsvRows(toRows(records)),
  },
  ndjson: { begin: toLines, more: toLines },
};
