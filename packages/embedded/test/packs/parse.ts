import { AssayError, type OscalRequirements, type PackFormat, type PackIssue, packIssue } from "@assay/contract";
import { parsePack } from "../../src/packs/index.ts";

/** The issues that a file is refused with, or a failed test. */
export function issuesOf(text: string, format: PackFormat, requirements?: OscalRequirements): string[] {
  return refusalOf(text, format, requirements).issues.map(({ field, issue }) => `${field} | ${issue}`);
}

interface Refusal {
  issues: PackIssue[];
  issuesOmitted?: number;
  readable: number;
}

export function refusalOf(text: string, format: PackFormat, requirements?: OscalRequirements): Refusal {
  try {
    parsePack(text, { format, requirements });
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== "VALIDATION_ERROR") throw error;
    const refusal = error.details as unknown as Refusal;
    for (const issue of refusal.issues) packIssue.parse(issue);
    return refusal;
  }
  throw new Error("The file was not refused");
}
