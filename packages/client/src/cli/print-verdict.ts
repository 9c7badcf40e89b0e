import type { Assessment, Citation, CitationNote, Requirement } from "../generated/types.ts";
import type { Results } from "./load-results.ts";
import { wrapText } from "./terminal/fit-text.ts";
import { toOneLine } from "./terminal/plain-text.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { describeCoverage, VERDICT_STYLES, verdictOf } from "./verdicts.ts";

/** All of one verdict: the requirement, the reasoning, its parts and every quote. */
export function printVerdict(
  terminal: Terminal,
  { requirement, assessment }: { requirement: Requirement; assessment: Assessment | undefined },
  { exceptions, documents }: Pick<Results, "exceptions" | "documents">,
): void {
  const verdict = verdictOf(assessment);
  const judged = assessment && verdict !== "NOT JUDGED";
  const paragraph = (text: string, indent: string) => {
    const columns = terminal.isInteractive ? terminal.columns - indent.length : Number.POSITIVE_INFINITY;
    for (const line of wrapText(toOneLine(text), columns)) terminal.print(indent + line);
  };
  terminal.print(terminal.paint("bold", toOneLine(`${requirement.requirementId}  ${requirement.criterionTitle}`)));
  paragraph(requirement.title, "");
  terminal.print();
  const confidence = judged ? `, confidence ${assessment.confidence.toFixed(2)}` : "";
  terminal.print(terminal.paint(VERDICT_STYLES[verdict], verdict) + confidence);
  if (!assessment) return;
  if (assessment.flags?.length) terminal.print(`Flags: ${toOneLine(assessment.flags.join(", "))}`);
  const coverage = describeCoverage(exceptions, requirement.requirementId);
  if (coverage) terminal.print(toOneLine(`${coverage[0]!.toUpperCase()}${coverage.slice(1)}`));
  terminal.print();
  paragraph(assessment.reasoning, "");
  for (const { part, verdict: met, why } of assessment.parts ?? []) {
    terminal.print();
    paragraph(`${met}: ${part}`, "  ");
    paragraph(why, "    ");
  }
  for (const [index, citation] of assessment.citations.entries()) {
    terminal.print();
    terminal.print(`[${index + 1}] ${placeOf(citation, documents)}${weaknessOf(assessment.citationNotes, index)}`);
    paragraph(`"${citation.text}"`, "    ");
  }
  if (assessment.unreadDocuments) {
    terminal.print();
    terminal.print("Not fully read:");
    for (const { originalFilename, notRead } of assessment.unreadDocuments)
      paragraph(`${originalFilename}: ${notRead} not read`, "    ");
  }
}

function placeOf({ documentId, pageNumber }: Citation, documents: ReadonlyMap<string, string>): string {
  const page = pageNumber === null ? "" : `, p. ${pageNumber}`;
  return `${toOneLine(documents.get(documentId) ?? documentId)}${page}`;
}

function weaknessOf(notes: readonly CitationNote[] | undefined, index: number): string {
  const note = notes?.find((each) => each.index === index);
  const weak = note?.weak;
  const source = note?.textSource === "OCR" ? " (read from an image)" : "";
  return weak ? `${source} (weak: ${toOneLine(weak.toLowerCase().replaceAll("_", " "))})` : source;
}
