import type { Assessment, Citation, CitationNote, Requirement } from "../generated/types.ts";
import { wrapText } from "./terminal/fit-text.ts";
import { toOneLine } from "./terminal/plain-text.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { VERDICT_STYLES, verdictOf } from "./verdicts.ts";

/** All of one verdict: the requirement, the reasoning, its parts and every quote. */
export function printVerdict(
  terminal: Terminal,
  { requirement, assessment }: { requirement: Requirement; assessment: Assessment | undefined },
  documents: ReadonlyMap<string, string>,
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
}

function placeOf({ documentId, pageNumber }: Citation, documents: ReadonlyMap<string, string>): string {
  const page = pageNumber === null ? "" : `, p. ${pageNumber}`;
  return `${toOneLine(documents.get(documentId) ?? documentId)}${page}`;
}

function weaknessOf(notes: readonly CitationNote[] | undefined, index: number): string {
  const weak = notes?.find((note) => note.index === index)?.weak;
  return weak ? ` (weak: ${toOneLine(weak.toLowerCase().replaceAll("_", " "))})` : "";
}
