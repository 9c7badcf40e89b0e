import type { Assessment } from "../generated/types.ts";
import type { Results } from "./load-results.ts";
import { fitText, padText } from "./terminal/fit-text.ts";
import { toOneLine } from "./terminal/plain-text.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { describeCoverage, VERDICT_STYLES, verdictOf } from "./verdicts.ts";

const VERDICT_COLUMNS = 12;
const CONFIDENCE_COLUMNS = 4;
const NAME_COLUMNS_MAX = 40;

type Row = Results["rows"][number];

/** On a terminal grouped by criterion, with the first quote under each requirement; else a line with tabs for each. */
export function printResults(terminal: Terminal, { rows, exceptions, documents }: Results): void {
  if (!terminal.isInteractive) {
    for (const row of rows) terminal.print(toFields(row, documents).join("\t"));
    return;
  }
  const { columns } = terminal;
  const idColumns = Math.min(16, Math.max(0, ...rows.map(({ requirement }) => requirement.requirementId.length)));
  const indent = 2 + idColumns + 2;
  const titleColumns = columns - indent - 2 - VERDICT_COLUMNS - 2 - CONFIDENCE_COLUMNS;
  let criterion: number | undefined;
  for (const { requirement, assessment } of rows) {
    const { requirementId, criterionId, criterionTitle, title } = requirement;
    if (criterionId !== criterion) {
      if (criterion !== undefined) terminal.print();
      terminal.print(terminal.paint("bold", fitText(`${criterionId} ${toOneLine(criterionTitle)}`, columns)));
      criterion = criterionId;
    }
    const verdict = verdictOf(assessment);
    const label = `${padText(toOneLine(requirementId), idColumns)}  ${padText(toOneLine(title), titleColumns)}`;
    const shown = terminal.paint(VERDICT_STYLES[verdict], padText(verdict, VERDICT_COLUMNS));
    terminal.print(`  ${label}  ${shown}  ${confidenceOf(assessment)}`.trimEnd());
    const evidence = assessment && formatEvidence(assessment, { exceptions, documents });
    if (evidence) terminal.print(" ".repeat(indent) + terminal.paint("dim", fitText(evidence, columns - indent)));
  }
  terminal.print();
}

/** Verdict, requirement, confidence, title, flags, file, page and quote. */
function toFields({ requirement, assessment }: Row, documents: Results["documents"]): string[] {
  const first = assessment?.citations[0];
  return [
    verdictOf(assessment),
    requirement.requirementId,
    confidenceOf(assessment),
    requirement.title,
    (assessment?.flags ?? []).join(","),
    first ? (documents.get(first.documentId) ?? first.documentId) : "",
    first?.pageNumber ? String(first.pageNumber) : "",
    first?.text ?? "",
  ].map(toOneLine);
}

/** What was not judged has none, though 0 is stored. */
function confidenceOf(assessment: Assessment | undefined): string {
  return assessment && verdictOf(assessment) !== "NOT JUDGED" ? assessment.confidence.toFixed(2) : "";
}

function formatEvidence(
  { requirementId, citations, flags = [] }: Assessment,
  { exceptions, documents }: Pick<Results, "exceptions" | "documents">,
): string {
  const coverage = describeCoverage(exceptions, requirementId);
  const notes = flags
    .map((flag) => (flag === "COVERED_BY_EXCEPTION" && coverage) || flag.toLowerCase().replaceAll("_", " "))
    .join(", ");
  const first = citations[0];
  if (!first) return notes && `[${toOneLine(notes)}]`;
  const name = fitText(toOneLine(documents.get(first.documentId) ?? "a document"), NAME_COLUMNS_MAX);
  const page = first.pageNumber === null ? "" : `, p. ${first.pageNumber}`;
  return `${notes && `[${toOneLine(notes)}] `}${name}${page}: "${toOneLine(first.text)}"`;
}
