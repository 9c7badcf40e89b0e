import type { ParsedPack } from "@assay/core/ports";
import { CsvError, parse } from "csv-parse/sync";
import { createIssueList, refuseFile } from "./issue-list.ts";
import { createPackDraft } from "./pack-draft.ts";

const REQUIRED = ["criterionId", "criterionTitle", "requirementId", "title"] as const;
const OPTIONAL = ["criterionDescription", "subcheckLabel"] as const;
const COLUMNS: readonly string[] = [...REQUIRED, ...OPTIONAL];
const COLUMNS_MAX = 50;
const RECORD_LENGTH_MAX = 20_000;

/**
 * RFC 4180 with a header that names the columns in any order; other columns are ignored. A row is the one that a
 * spreadsheet counts, the header being row 1. Throws VALIDATION_ERROR.
 */
export function parseCsvPack(text: string): ParsedPack {
  const issues = createIssueList();
  const records = readRecords(text);
  const header = readHeader(records[0] ?? []);
  const draft = createPackDraft(issues);
  const criteria = new Map<string, { title: string; description: string; row: number }>();
  for (const [at, record] of records.entries()) {
    if (at === 0 || record.every((cell) => cell.trim() === "")) continue;
    const row = at + 1;
    const place = `row ${row}`;
    if (record.length !== records[0]!.length) {
      issues.add(place, "", `must have ${records[0]!.length} cells as the header has: it has ${record.length}`);
      continue;
    }
    const cell = (column: string) => (header.has(column) ? record[header.get(column)!]!.trim() : "");
    const criterionId = Number(cell("criterionId"));
    if (!/^\d{1,10}$/.test(cell("criterionId"))) {
      issues.add(place, "criterionId", "must be a whole number");
      continue;
    }
    const key = String(criterionId);
    const [title, description] = [cell("criterionTitle"), cell("criterionDescription")];
    const known = criteria.get(key);
    if (known && known.title !== title)
      issues.add(place, "criterionTitle", `must be as in row ${known.row}: criterion ${key} has one title`);
    if (known && description !== "" && known.description !== description)
      issues.add(place, "criterionDescription", `must be empty or as in row ${known.row}`);
    if (!known) criteria.set(key, { title, description, row });
    const requirements = draft.openCriterion(
      key,
      { criterionId, sourceKey: null, criterionTitle: title, criterionDescription: description },
      place,
    );
    draft.addRequirement(
      requirements,
      {
        requirementId: cell("requirementId"),
        title: cell("title"),
        subcheckLabel: cell("subcheckLabel") || null,
        retrievalHint: null,
      },
      place,
    );
  }
  return draft.finish({ name: null, description: "" });
}

function readRecords(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: ",",
      relax_column_count: true,
      max_record_size: RECORD_LENGTH_MAX,
    }) as unknown as string[][];
  } catch (error) {
    if (error instanceof CsvError) return refuseRecord(error);
    throw error;
  }
}

function refuseRecord(error: CsvError): never {
  const issues = createIssueList();
  const place = `row ${Number(error.records ?? 0) + 1}`;
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      issues.add(place, "", "must close the quote that it opens");
      break;
    case "CSV_MAX_RECORD_SIZE":
      issues.add(place, "", `must have at most ${RECORD_LENGTH_MAX} characters`);
      break;
    default:
      issues.add(place, "", "must be quoted as RFC 4180 says");
  }
  issues.throwIfAny();
  throw error;
}

/** Where each column stands. */
function readHeader(cells: readonly string[]): ReadonlyMap<string, number> {
  if (cells.length === 0) refuseFile("must begin with a row that names its columns");
  if (cells.length > COLUMNS_MAX) refuseFile(`must have at most ${COLUMNS_MAX} columns: it has ${cells.length}`);
  const issues = createIssueList();
  const header = new Map<string, number>();
  for (const [at, cell] of cells.entries()) {
    const name = cell.trim();
    if (!COLUMNS.includes(name)) continue;
    if (header.has(name)) issues.add("row 1", name, "must be named once");
    header.set(name, at);
  }
  for (const name of REQUIRED) if (!header.has(name)) issues.add("row 1", name, "must be one of the columns");
  issues.throwIfAny();
  return header;
}
