import type { TableFormat } from "@assay/contract";
import { toCsv, toCsvRows } from "../csv.ts";
import type { StreamedSheet, WorkbookWriter } from "../ports/workbook-writer.ts";
import type { ReportBatch, ReportedException, ReportHead } from "./report.ts";
import {
  aboutRows,
  CITATION_HEADINGS,
  citationRows,
  EXCEPTION_HEADINGS,
  exceptionRows,
  REQUIREMENT_HEADINGS,
  type ReportCells,
  requirementRows,
  SIGN_OFF_HEADINGS,
  signOffRows,
  TOTAL_HEADINGS,
  totalRows,
} from "./report-tables.ts";

/** What a report is made of. `batches` reads the requirements from the first one on, each time it is called. */
export interface ReportSource {
  readonly head: ReportHead;
  batches(): AsyncGenerator<ReportBatch, undefined>;
}

/** Gives the bytes of the report, no sooner than they are taken. */
export function writeReport(
  source: ReportSource,
  format: TableFormat,
  workbook: WorkbookWriter,
): AsyncIterable<Uint8Array> {
  switch (format) {
    case "csv":
      return writeCsv(source);
    case "xlsx":
      return workbook.stream(sheetsOf(source));
    default:
      throw new TypeError(`Cannot write a report as ${String(format satisfies never)}`);
  }
}

async function* writeCsv({ head, batches }: ReportSource): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  const exceptionsOf = byRequirement(head.exceptions);
  yield encoder.encode(
    toCsv([
      ...aboutRows(head),
      [],
      TOTAL_HEADINGS,
      ...totalRows(head),
      ...section(SIGN_OFF_HEADINGS, signOffRows(head.signOffs)),
      ...section(EXCEPTION_HEADINGS, exceptionRows(head.exceptions)),
      [],
      REQUIREMENT_HEADINGS,
    ]),
  );
  for await (const batch of batches()) yield encoder.encode(toCsvRows(requirementRows(batch, exceptionsOf)));
}

function section(headings: readonly string[], rows: readonly ReportCells[]): (readonly (string | number | null)[])[] {
  return rows.length === 0 ? [] : [[], headings, ...rows];
}

function sheetsOf({ head, batches }: ReportSource): StreamedSheet[] {
  const exceptionsOf = byRequirement(head.exceptions);
  return [
    {
      name: "Report",
      widths: [20, 60, 20],
      heading: null,
      rows: oneBatch([...aboutRows(head), [], TOTAL_HEADINGS, ...totalRows(head)]),
    },
    {
      name: "Requirements",
      widths: REQUIREMENT_HEADINGS.map((heading) => WIDE[heading] ?? 16),
      heading: REQUIREMENT_HEADINGS,
      rows: eachBatch(batches, (batch) => requirementRows(batch, exceptionsOf)),
    },
    {
      name: "Citations",
      widths: CITATION_HEADINGS.map((heading) => WIDE[heading] ?? 16),
      heading: CITATION_HEADINGS,
      rows: eachBatch(batches, citationRows),
    },
    {
      name: "Sign-offs",
      widths: SIGN_OFF_HEADINGS.map((heading) => WIDE[heading] ?? 16),
      heading: SIGN_OFF_HEADINGS,
      rows: oneBatch(signOffRows(head.signOffs)),
    },
    {
      name: "Exceptions",
      widths: EXCEPTION_HEADINGS.map((heading) => WIDE[heading] ?? 16),
      heading: EXCEPTION_HEADINGS,
      rows: oneBatch(exceptionRows(head.exceptions)),
    },
  ];
}

/** In characters: columns of sentences. */
const WIDE: Readonly<Record<string, number>> = {
  "Criterion title": 30,
  Title: 40,
  Reasoning: 60,
  Cited: 60,
  Quote: 60,
  Reason: 40,
  Reviewer: 26,
  Statement: 40,
  Signer: 26,
  "Compensating control": 40,
  "Why it proves nothing": 30,
  Document: 30,
};

async function* oneBatch(rows: ReportCells[]): AsyncGenerator<ReportCells[], undefined> {
  yield rows;
}

async function* eachBatch(
  batches: ReportSource["batches"],
  rowsOf: (batch: ReportBatch) => ReportCells[],
): AsyncGenerator<ReportCells[], undefined> {
  for await (const batch of batches()) yield rowsOf(batch);
}

function byRequirement(
  exceptions: readonly ReportedException[],
): (requirementId: string) => readonly ReportedException[] {
  const grouped = Map.groupBy(exceptions, ({ requirementId }) => requirementId);
  return (requirementId) => grouped.get(requirementId) ?? [];
}
