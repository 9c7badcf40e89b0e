import { AssayError, PACK_ISSUES_MAX, type PackIssue } from "@assay/contract";

const TEXT_MAX = 300;
const VALUE_MAX = 120;

/** Where something is: a row of a table, an id or a path of the file, a line; none for the file as a whole. */
export interface Place {
  readonly row?: number;
  readonly id?: string;
  readonly path?: string;
  readonly line?: number;
}

export interface Problem {
  readonly issue: string;
  readonly mend: string;
  /** As it is in the file. */
  readonly value?: unknown;
}

/** Collects what is wrong with a file, so that all of it is told at once; a flood of issues is counted, not kept. */
export interface IssueList {
  /** `name` is the column or property; empty for all of the place. */
  add(place: Place, name: string, problem: Problem): void;
  /** Throws VALIDATION_ERROR if anything was added; `readable` counts the requirements that have no issue. */
  throwIfAny(readable?: number): void;
}

export function createIssueList(): IssueList {
  const issues: PackIssue[] = [];
  let omitted = 0;
  return {
    add(place, name, problem) {
      if (issues.length === PACK_ISSUES_MAX) omitted += 1;
      else issues.push(toIssue(place, name, problem));
    },
    throwIfAny(readable = 0) {
      if (issues.length > 0)
        throw new AssayError("VALIDATION_ERROR", "Cannot import the pack because its file is not valid", {
          details: { issues, ...(omitted > 0 ? { issuesOmitted: omitted } : {}), readable },
        });
    },
  };
}

/** Throws for a file of which nothing can be read. */
export function refuseFile(issue: string, mend: string, place: Place = {}): never {
  const issues = createIssueList();
  issues.add(place, "", { issue, mend });
  issues.throwIfAny();
  throw new Error("Cannot be reached");
}

function toIssue(place: Place, name: string, { issue, mend, value }: Problem): PackIssue {
  const item = place.id ?? place.path;
  const at = place.row === undefined ? (item ?? "") : `row ${place.row}`;
  return {
    field: printable([at, name].filter(Boolean).join(place.path === undefined ? ": " : ".")),
    issue: printable(issue),
    row: place.row ?? null,
    line: place.line ?? null,
    item: item ? printable(item) : null,
    name: name === "" ? null : printable(name),
    value: value === undefined || value === null ? null : printable(toText(value), VALUE_MAX),
    mend,
  };
}

function toText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, VALUE_MAX + 1) : (JSON.stringify(value) ?? "");
}

// Ids and values of the file are quoted in the answer.
function printable(text: string, max = TEXT_MAX): string {
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, " ");
  return clean.length > max ? `${clean.slice(0, max - 1).toWellFormed()}…` : clean;
}
