import type { RunDocument } from "@assay/contract";
import { toCsvRows } from "../csv.ts";
import type { PackageState } from "./package-state.ts";

const HEADINGS = ["id", "filename", "sha256", "kind", "effective_from", "effective_to", "coverage", "judged"];

/** RFC 4180: the evidence set as the run fixed it. */
export function writeDocuments({ documents }: PackageState): string {
  return toCsvRows([HEADINGS, ...documents.map(rowOf)]);
}

function rowOf(document: RunDocument): (string | null)[] {
  const { coverage, judged, reason } = document;
  return [
    document.documentId,
    document.originalFilename,
    document.sha256Hash,
    document.evidenceKind,
    document.effectiveDate,
    document.expiresAt,
    coverage && `${coverage.pagesWithText}/${coverage.pages} pages`,
    judged ? "yes" : reason,
  ];
}
