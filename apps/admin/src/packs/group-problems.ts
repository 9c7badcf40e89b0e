import { AssayApiError } from "@assay/client";
import type { PackIssue } from "@assay/client/admin";

export interface ProblemGroup {
  /** `Row 5`, `Line 3`, the id of an item, or the whole file. */
  readonly place: string;
  readonly issues: readonly PackIssue[];
}

export interface FileProblems {
  readonly groups: readonly ProblemGroup[];
  readonly count: number;
  /** Beyond those that are told. */
  readonly omitted: number;
  /** Requirements without a problem. */
  readonly readable: number;
}

/** What is wrong with a file, place by place in the file's order; null for an error that says nothing of the file. */
export function readProblems(error: unknown): FileProblems | null {
  if (!(error instanceof AssayApiError) || error.code !== "VALIDATION_ERROR") return null;
  const { issues, issuesOmitted, readable } = error.details;
  if (!Array.isArray(issues) || !issues.every(isPackIssue)) return null;
  const omitted = typeof issuesOmitted === "number" ? issuesOmitted : 0;
  return {
    groups: groupByPlace(issues),
    count: issues.length + omitted,
    omitted,
    readable: typeof readable === "number" ? readable : 0,
  };
}

function isPackIssue(value: unknown): value is PackIssue {
  return typeof value === "object" && value !== null && "mend" in value && "issue" in value;
}

function groupByPlace(issues: readonly PackIssue[]): ProblemGroup[] {
  const groups = new Map<string, PackIssue[]>();
  for (const issue of issues) {
    const place = placeOf(issue);
    groups.set(place, [...(groups.get(place) ?? []), issue]);
  }
  return [...groups].map(([place, issues]) => ({ place, issues }));
}

function placeOf({ row, line, item }: PackIssue): string {
  if (row !== null) return `Row ${row}`;
  if (line !== null) return `Line ${line}`;
  return item ?? "The whole file";
}
