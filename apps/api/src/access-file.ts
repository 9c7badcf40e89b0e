import type { AccessRecord } from "@assay/contract";
import { toCsv, toCsvRows } from "@assay/core/csv";
import { type Form, streamBatches } from "./stream-batches.ts";

const COLUMNS = [
  "createdAt",
  "actor",
  "kind",
  "objectId",
  "runId",
  "id",
] as const satisfies readonly (keyof AccessRecord)[];

const FORMS: Readonly<Record<"csv" | "ndjson", Form<AccessRecord>>> = {
  csv: {
    begin: toCsv([[...COLUMNS]]),
    batch: (records) => toCsvRows(records.map((record) => COLUMNS.map((column) => record[column]))),
  },
  ndjson: { begin: "", batch: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join("") },
};

/** Access records as a file, a batch at a time and no sooner than the reader takes it. An error of the first is thrown. */
export function accessFile(
  format: "csv" | "ndjson",
  batches: AsyncGenerator<AccessRecord[]>,
): Promise<ReadableStream<Uint8Array>> {
  return streamBatches(batches, FORMS[format]);
}
