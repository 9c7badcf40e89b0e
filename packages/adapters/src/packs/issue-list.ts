import { AssayError } from "@assay/contract";

const ISSUES_MAX = 200;
const TEXT_MAX = 300;

export interface Issue {
  readonly field: string;
  readonly issue: string;
}

/** Collects what is wrong with a file, so that all of it is told at once; a flood of issues is counted, not kept. */
export interface IssueList {
  /** `place` says where: a row, an id of the file; empty for the file as a whole. */
  add(place: string, field: string, issue: string): void;
  /** Throws VALIDATION_ERROR if anything was added. */
  throwIfAny(): void;
}

export function createIssueList(): IssueList {
  const issues: Issue[] = [];
  let omitted = 0;
  return {
    add(place, field, issue) {
      if (issues.length === ISSUES_MAX) {
        omitted += 1;
        return;
      }
      issues.push({ field: printable([place, field].filter(Boolean).join(": ")), issue: printable(issue) });
    },
    throwIfAny() {
      if (issues.length > 0)
        throw new AssayError("VALIDATION_ERROR", "Cannot import the pack as its file is not valid", {
          details: { issues, ...(omitted > 0 ? { issuesOmitted: omitted } : {}) },
        });
    },
  };
}

/** Throws for a file of which nothing can be read. */
export function refuseFile(issue: string): never {
  const issues = createIssueList();
  issues.add("", "", issue);
  issues.throwIfAny();
  throw new Error("Cannot be reached");
}

// Ids and values of the file are quoted in the answer.
function printable(text: string): string {
  const clean = text.toWellFormed().replace(/\p{Cc}/gu, " ");
  return clean.length > TEXT_MAX ? `${clean.slice(0, TEXT_MAX - 1).toWellFormed()}…` : clean;
}
