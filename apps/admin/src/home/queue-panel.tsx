import type { JobKind, Overview } from "@assay/client/admin";
import { formatDuration } from "@assay/site/format-duration";
import { type Column, DataTable } from "@assay/ui";
import { Section } from "../app/section.tsx";

const KINDS: Readonly<Record<JobKind, string>> = {
  document: "Reading documents",
  ocr: "Reading images (OCR)",
  run: "Steps of runs",
  assessment: "Assessing requirements",
  file: "Checking stored files",
  checkpoint: "Signing the audit chain",
  reembedding: "Embedding anew",
  ingestion: "Reading guidance",
  webhook: "Delivering webhooks",
};

type Row = Overview["queue"]["kinds"][number];

const COLUMNS: readonly Column<Row>[] = [
  { id: "kind", header: "Job", cell: ({ kind }) => KINDS[kind] },
  { id: "due", header: "Due", align: "end", cell: ({ due }) => due.toLocaleString() },
  { id: "running", header: "Running", align: "end", cell: ({ running }) => running.toLocaleString() },
  { id: "later", header: "Later", align: "end", cell: ({ later }) => later.toLocaleString() },
];

/** What the engine has to do for the tenant. */
export function QueuePanel({ overview: { at, queue } }: { overview: Overview }) {
  const oldest = queue.oldestDueAt && formatDuration(Math.max(0, Date.parse(at) - Date.parse(queue.oldestDueAt)));
  return (
    <Section title="Queue" end={oldest ? `Oldest job due for ${oldest}` : undefined}>
      {queue.kinds.length === 0 ? (
        <p className="rounded-lg border border-line px-4 py-3 text-sm text-muted">The queue is empty.</p>
      ) : (
        <DataTable label="Open work by kind" columns={COLUMNS} rows={queue.kinds} rowKey={({ kind }) => kind} />
      )}
    </Section>
  );
}
