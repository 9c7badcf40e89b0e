import { AssayError, type OscalRequirements, type PackFormat } from "@assay/contract";
import { parsePack } from "../../src/packs/index.ts";

/** The issues that a file is refused with, or a failed test. */
export function issuesOf(text: string, format: PackFormat, requirements?: OscalRequirements): string[] {
  return refusalOf(text, format, requirements).issues.map(({ field, issue }) => `${field} | ${issue}`);
}

export function refusalOf(
  text: string,
  format: PackFormat,
  requirements?: OscalRequirements,
): { issues: { field: string; issue: string }[]; issuesOmitted?: number } {
  try {
    parsePack(text, { format, requirements });
  } catch (error) {
    if (error instanceof AssayError && error.code === "VALIDATION_ERROR") return error.details as never;
    throw error;
  }
  throw new Error("The file was not refused");
}
