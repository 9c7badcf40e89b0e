import type { RunDiff } from "../../generated/types.ts";
import { describeUnsealed } from "../describe-unsealed.ts";
import { portalAddress } from "../find-run.ts";
import { formatCount } from "../format-count.ts";
import { formatReviews } from "../format-reviews.ts";
import { fitText } from "../terminal/fit-text.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import { countVerdicts, describeCoverage, isCovered, type Verdict, verdictOf } from "../verdicts.ts";
import { listVerdictChanges, type Report } from "./load-report.ts";

const ROWS_MAX = 50;
const TITLE_COLUMNS_MAX = 100;
const LEFT_TO_DO: readonly Verdict[] = ["MISSING", "NOT JUDGED", "FAILED"];
const PINS = { criteria: "the pack's version", corpus: "the guidance", retrieval: "the engine version" } as const;

type Change = RunDiff["requirements"][number];

/** The report of a run for a job summary or a comment: counts, what changed, what is left to do. */
export function formatMarkdown(report: Report, address: string): string {
  const { run, snapshotHash } = report;
  const failure = run.failureReason ? [`**The run is ${run.status}**: ${toMarkdownText(run.failureReason)}`, ""] : [];
  const hash = (snapshotHash ? ` · snapshot \`${snapshotHash}\`` : "") + describeUnsealed(run, " · ");
  const signed = run.signedAs ? ` · signed as ${run.signedAs}` : "";
  return [
    "## Assay",
    "",
    ...failure,
    ...countLines(report),
    ...reviewLines(report),
    ...changeLines(report, address),
    ...leftLines(report),
    ...coveredLines(report),
    ...readingLines(report),
    `[Open in the portal](${portalAddress(address, run.id)}) · run \`${run.id}\`${hash}${signed}`,
    "",
  ].join("\n");
}

/** Text of others, which Markdown must show and not obey: no links, no mentions, no markup. */
export function toMarkdownText(text: string): string {
  return toOneLine(text)
    .replace(/[\\`*_{}[\]()<>#|~!&]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll("@", "@\u200b")
    .replace(/\b(https?):\/\//gi, "$1:\u200b//");
}

function countLines({ counts, changes }: Report): string[] {
  const before = changes && countVerdicts(changes.against);
  const shown = (Object.keys(counts) as Verdict[]).filter(
    (verdict) => ["COMPLETE", "PARTIAL", "MISSING"].includes(verdict) || counts[verdict] > 0 || before?.[verdict],
  );
  const difference = (verdict: Verdict) => {
    const by = counts[verdict] - (before?.[verdict] ?? 0);
    return by === 0 ? "" : by > 0 ? `+${by}` : `−${-by}`;
  };
  const head = before
    ? ["| Verdict | Requirements | Change |", "|---|--:|--:|"]
    : ["| Verdict | Requirements |", "|---|--:|"];
  const rows = shown.map(
    (verdict) => `| ${toLabel(verdict)} | ${counts[verdict]} |${before ? ` ${difference(verdict)} |` : ""}`,
  );
  return [...head, ...rows, ""];
}

/** Next to the verdicts, never merged with them. */
function reviewLines({ reviews }: Report): string[] {
  return reviews && reviews.reviewed > 0 ? [`${formatReviews(reviews)}.`, ""] : [];
}

function changeLines({ changes, rows }: Report, address: string): string[] {
  if (!changes) return [];
  const { against, diff } = changes;
  const titles = new Map(rows.map(({ requirement }) => [requirement.requirementId, requirement.title]));
  const since = `[the run of ${against.createdAt.slice(0, 10)}](${portalAddress(address, against.id)})`;
  const verdicts = listVerdictChanges(diff);
  const others = diff.requirements.length - verdicts.length;
  const table = verdicts.slice(0, ROWS_MAX).map((change) => changeRow(change, titles));
  return [
    verdicts.length === 0 ? `No verdict changed since ${since}.` : `### Changes since ${since}`,
    "",
    ...(table.length > 0 ? ["| Requirement | Before | After |", "|---|---|---|", ...table, ""] : []),
    ...(verdicts.length > ROWS_MAX ? [`And ${verdicts.length - ROWS_MAX} more.`, ""] : []),
    ...(others > 0 ? [`${formatCount(others, "requirement")} changed in confidence or citations alone.`, ""] : []),
    ...documentLine("Documents added", diff.documents.added),
    ...documentLine("Documents removed", diff.documents.removed),
    ...(diff.pins.length > 0
      ? [`Changed besides the evidence: ${diff.pins.map(({ pin }) => PINS[pin]).join(", ")}.`, ""]
      : []),
  ];
}

function changeRow({ requirementId, before, after }: Change, titles: ReadonlyMap<string, string>): string {
  const title = titles.get(requirementId) ?? "";
  return `| ${requirementCell(requirementId, title)} | ${sideCell(before)} | ${sideCell(after)} |`;
}

/** What an exception covers is not left to do, whatever its verdict. */
function leftLines({ rows }: Report): string[] {
  const left = rows.filter(
    ({ assessment }) => LEFT_TO_DO.includes(verdictOf(assessment)) && !(assessment && isCovered(assessment)),
  );
  if (left.length === 0) return [];
  const items = left.slice(0, ROWS_MAX).map(({ requirement, assessment }) => {
    const { requirementId, title } = requirement;
    return `| ${toLabel(verdictOf(assessment))} | ${requirementCell(requirementId, title)} |`;
  });
  return [
    `<details><summary>${formatCount(left.length, "requirement")} without a verdict that holds</summary>`,
    "",
    "| Verdict | Requirement |",
    "|---|---|",
    ...items,
    "",
    ...(left.length > ROWS_MAX ? [`And ${left.length - ROWS_MAX} more.`, ""] : []),
    "</details>",
    "",
  ];
}

function coveredLines({ rows, exceptions }: Report): string[] {
  const covered = rows.flatMap(({ requirement, assessment }) => {
    const coverage = describeCoverage(exceptions, requirement.requirementId);
    if (!coverage) return [];
    const requirementText = requirementCell(requirement.requirementId, requirement.title);
    return [`| ${toLabel(verdictOf(assessment))} | ${requirementText} | ${toMarkdownText(coverage)} |`];
  });
  if (covered.length === 0) return [];
  return [
    `<details><summary>${formatCount(covered.length, "requirement")} covered by an exception</summary>`,
    "",
    "| Verdict | Requirement | Exception |",
    "|---|---|---|",
    ...covered.slice(0, ROWS_MAX),
    "",
    ...(covered.length > ROWS_MAX ? [`And ${covered.length - ROWS_MAX} more.`, ""] : []),
    "</details>",
    "",
  ];
}

/** What verdicts rest on that was read from images, and what they may miss because it was not read. */
function readingLines({ rows }: Report): string[] {
  const assessments = rows.flatMap(({ assessment }) => assessment ?? []);
  const fromImages = assessments.flatMap(({ citationNotes = [] }) =>
    citationNotes.filter(({ textSource }) => textSource === "OCR"),
  );
  const unread = new Map(
    assessments.flatMap(({ unreadDocuments = [] }) => unreadDocuments).map((each) => [each.documentId, each]),
  );
  return [
    ...(fromImages.length > 0 ? [`${formatCount(fromImages.length, "citation")} read from images.`, ""] : []),
    ...documentLine("Not fully read, and what is missing may stand there", [...unread.values()]),
  ];
}

function requirementCell(requirementId: string, title: string): string {
  return `**${toMarkdownText(requirementId)}** ${toMarkdownText(fitText(toOneLine(title), TITLE_COLUMNS_MAX))}`;
}

function documentLine(label: string, documents: readonly { originalFilename: string }[]): string[] {
  if (documents.length === 0) return [];
  const names = documents.slice(0, 10).map(({ originalFilename }) => toMarkdownText(originalFilename));
  const more = documents.length > 10 ? ` and ${documents.length - 10} more` : "";
  return [`${label}: ${names.join(", ")}${more}.`, ""];
}

function sideCell(side: Change["before"]): string {
  if (!side) return "not there";
  const verdict = verdictOf(side);
  return verdict === "NOT JUDGED" ? toLabel(verdict) : `${toLabel(verdict)}, ${side.confidence.toFixed(2)}`;
}

/** Such as `Not judged`. */
function toLabel(verdict: Verdict): string {
  return verdict[0] + verdict.slice(1).toLowerCase();
}
