import type { ParsedPack } from "@assay/core/ports";
import { CsvError, parse } from "csv-parse/sync";
import { createIssueList, refuseFile } from "./issue-list.ts";
import { createPackDraft } from "./pack-draft.ts";
import { readExpectation } from "./read-expectation.ts";

const REQUIRED = ["criterionId", "criterionTitle", "requirementId", "title"] as const;
const OPTIONAL = ["criterionDescription", "subcheckLabel", "evidenceKind", "every"] as const;
const COLUMNS: readonly string[] = [...REQUIRED, ...OPTIONAL];
const COLUMNS_MAX = 50;
const RECORD_LENGTH_MAX = 20_000;
const MEND_NUMBER = "Give each criterion a whole number from 1 on, the same in all its rows";
const MEND_QUOTES = "Put the cell in double quotes and write each quote inside it twice";

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
    if (record.length !== records[0]!.length) {
      issues.add({ row }, "", wrongWidth(records[0]!.length, record.length));
      continue;
    }
    const cell = (column: string) => (header.has(column) ? record[header.get(column)!]!.trim() : "");
    const given = cell("criterionId");
    const isNumber = /^\d{1,10}$/.test(given);
    if (!isNumber)
      issues.add({ row }, "criterionId", { issue: "must be a whole number", mend: MEND_NUMBER, value: given });
    const criterionId = isNumber ? Number(given) : null;
    const key = String(criterionId ?? given);
    const [title, description] = [cell("criterionTitle"), cell("criterionDescription")];
    const known = criteria.get(key);
    if (known && known.title !== title)
      issues.add({ row }, "criterionTitle", {
        issue: `must be as in row ${known.row}: criterion ${key} has one title`,
        mend: `Write '${known.title}', or give the criterion a number of its own`,
        value: title,
      });
    if (known && description !== "" && known.description !== description)
      issues.add({ row }, "criterionDescription", {
        issue: `must be empty or as in row ${known.row}`,
        mend: "Leave it empty: the first row of a criterion describes it",
        value: description,
      });
    if (!known) criteria.set(key, { title, description, row });
    const criterion = { criterionId, sourceKey: null, criterionTitle: title, criterionDescription: description };
    const requirements = draft.openCriterion(key, criterion, { row });
    draft.addRequirement(
      requirements,
      {
        requirementId: cell("requirementId"),
        title: cell("title"),
        subcheckLabel: cell("subcheckLabel") || null,
        retrievalHint: null,
        expectation: readExpectation(cell("title"), { kind: cell("evidenceKind"), every: cell("every") }),
      },
      { row },
    );
  }
  return draft.finish({ name: null, description: "" });
}

function wrongWidth(wanted: number, given: number) {
  return {
    issue: `must have ${wanted} cells as the header has: it has ${given}`,
    mend: "Put cells that contain a comma in double quotes, and give each row a cell for each column",
  };
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
  const row = Number(error.records ?? 0) + 1;
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return refuseFile("must close the quote that it opens", MEND_QUOTES, { row });
    case "CSV_MAX_RECORD_SIZE":
      return refuseFile(`must have at most ${RECORD_LENGTH_MAX} characters`, "Shorten the row", { row });
    default:
      return refuseFile("must be quoted as RFC 4180 requires", MEND_QUOTES, { row });
  }
}

/** Where each column is. */
function readHeader(cells: readonly string[]): ReadonlyMap<string, number> {
  if (cells.length === 0)
    refuseFile("must begin with a row of column names", `Name the columns ${REQUIRED.join(", ")} in the first row`);
  if (cells.length > COLUMNS_MAX)
    refuseFile(
      `must have at most ${COLUMNS_MAX} columns: it has ${cells.length}`,
      "Remove columns that are not needed",
    );
  const issues = createIssueList();
  const header = new Map<string, number>();
  for (const [at, cell] of cells.entries()) {
    const name = cell.trim();
    if (!COLUMNS.includes(name)) continue;
    if (header.has(name))
      issues.add({ row: 1 }, name, { issue: "must appear once", mend: "Remove one of the two columns" });
    header.set(name, at);
  }
  for (const name of REQUIRED)
    if (!header.has(name))
      issues.add({ row: 1 }, name, {
        issue: "must be one of the columns",
        mend: `Name a column '${name}', in this spelling, separated by commas`,
      });
  issues.throwIfAny();
  return header;
}
