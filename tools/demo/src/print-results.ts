import { styleText } from "node:util";
import {
  ASSESSMENT_STATUSES,
  type Assessment,
  type AssessmentStatus,
  type Citation,
  type Document,
  type Requirement,
  type RunProgress,
} from "@assay/contract";
import { fitText, padText, toOneLine } from "./fit-text.ts";

export type Results = {
  requirements: readonly Requirement[];
  assessments: readonly Assessment[];
  documents: readonly Document[];
};

const WIDTH = { min: 80, max: 200 };
const STATUS_COLUMNS = 12;
const CONFIDENCE_COLUMNS = 4;
const NAME_COLUMNS_MAX = 44;
const BAR_COLUMNS = 25;
const NOT_ASSESSED = "NOT ASSESSED";
const NOT_JUDGED = "NOT JUDGED";
type Outcome = AssessmentStatus | typeof NOT_JUDGED | typeof NOT_ASSESSED;
const COLOURS = {
  COMPLETE: "green",
  PARTIAL: "yellow",
  MISSING: "red",
  FAILED: "magenta",
  [NOT_JUDGED]: "magenta",
  [NOT_ASSESSED]: "gray",
} as const satisfies Record<Outcome, string>;

type Style = "bold" | "dim" | (typeof COLOURS)[keyof typeof COLOURS];

/**
 * The results of a run as lines for a terminal, grouped by criterion in the order given, with the first citation
 * under each requirement and the counts at the end.
 * @param width terminal columns, held between 80 and 200
 */
export function formatResults(
  { requirements, assessments, documents }: Results,
  { width, colour }: { width: number; colour: boolean },
): string {
  const columns = Math.min(WIDTH.max, Math.max(WIDTH.min, Math.floor(width)));
  const paint = (style: Style, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const byRequirement = new Map(assessments.map((assessment) => [assessment.requirementId, assessment]));
  const names = new Map(documents.map((document) => [document.id, document.originalFilename]));
  const idColumns = Math.min(16, Math.max(0, ...requirements.map(({ requirementId }) => requirementId.length)));
  const indent = 2 + idColumns + 2;
  const titleColumns = columns - indent - 2 - STATUS_COLUMNS - 2 - CONFIDENCE_COLUMNS;

  const lines: string[] = [];
  let criterion: number | undefined;
  for (const { requirementId, criterionId, criterionTitle, title } of requirements) {
    if (criterionId !== criterion) {
      lines.push("", paint("bold", fitText(`${criterionId} ${toOneLine(criterionTitle)}`, columns)));
      criterion = criterionId;
    }
    const assessment = byRequirement.get(requirementId);
    const outcome = outcomeOf(assessment);
    const confidence = assessment && outcome !== NOT_JUDGED ? assessment.confidence.toFixed(2) : "";
    const label = `${padText(toOneLine(requirementId), idColumns)}  ${padText(toOneLine(title), titleColumns)}`;
    lines.push(`  ${label}  ${paint(COLOURS[outcome], padText(outcome, STATUS_COLUMNS))}  ${confidence}`.trimEnd());
    const source = assessment && formatEvidence(assessment, names);
    if (source) lines.push(" ".repeat(indent) + paint("dim", fitText(source, columns - indent)));
  }
  return [...lines, "", fitText(formatCounts({ requirements, byRequirement }), columns)].join("\n").trimStart();
}

/** One line on how far a run is, such as `ASSESSMENT 12/25 ████████████░░░░░░░░░░░░░`. */
export function formatProgress({ run, steps }: RunProgress): string {
  const ended = run.status === "COMPLETED" || run.status === "FAILED";
  const step =
    steps.find(({ status }) => status === "IN_PROGRESS") ?? steps.findLast(({ status }) => status === "COMPLETED");
  const label = ended || !step ? run.status : step.stepName;
  const share = run.totalRequirements === 0 ? 0 : Math.min(1, run.assessedCount / run.totalRequirements);
  const filled = run.status === "COMPLETED" ? BAR_COLUMNS : Math.floor(share * BAR_COLUMNS);
  return `${label} ${run.assessedCount}/${run.totalRequirements} ${"█".repeat(filled)}${"░".repeat(BAR_COLUMNS - filled)}`;
}

function formatEvidence({ citations, flags = [] }: Assessment, names: ReadonlyMap<string, string>): string {
  const notes = flags.map((flag) => flag.toLowerCase().replaceAll("_", " ")).join(", ");
  const note = notes && `[${notes}] `;
  const first = citations[0];
  return note + (first ? formatCitation(first, names) : "");
}

function formatCitation({ documentId, pageNumber, text }: Citation, names: ReadonlyMap<string, string>): string {
  const name = fitText(toOneLine(names.get(documentId) ?? "document no longer listed"), NAME_COLUMNS_MAX);
  const page = pageNumber === null ? "" : `, p. ${pageNumber}`;
  return `${name}${page}: "${toOneLine(text)}"`;
}

function formatCounts(results: {
  requirements: readonly Requirement[];
  byRequirement: ReadonlyMap<string, Assessment>;
}): string {
  const found = results.requirements.map(({ requirementId }) => outcomeOf(results.byRequirement.get(requirementId)));
  const count = (outcome: Outcome) => found.filter((value) => value === outcome).length;
  const others = ([NOT_JUDGED, NOT_ASSESSED] as const).filter((outcome) => count(outcome) > 0);
  const parts = [...ASSESSMENT_STATUSES, ...others].map((outcome) => `${count(outcome)} ${outcome}`);
  return `${found.length} requirements: ${parts.join(", ")}`;
}

/** What nobody judged is on the wire MISSING, and never shown so. */
function outcomeOf(assessment: Assessment | undefined): Outcome {
  if (!assessment) return NOT_ASSESSED;
  return assessment.flags?.includes("NOT_JUDGED") ? NOT_JUDGED : assessment.status;
}
