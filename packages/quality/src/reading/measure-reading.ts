import { fileURLToPath } from "node:url";
import { findDatedFacts } from "@assay/core/documents/dated-facts";
import type { TextExtractor, TextSegment } from "@assay/core/ports";
import { readDocument } from "@assay/reader";
import { judgeChoices } from "./judge-choice.ts";
import { type Marking, markingOf } from "./judge-struck.ts";
import { judgeValues } from "./judge-table.ts";
import { type Choice, isKept, type LabelledFile, pathOf, type Table, type Value } from "./reading-labels.ts";

/** What is counted, in the order in which it is printed. */
type Counted =
  | "choice"
  | "struck sentence"
  | "adjacent sentence"
  | "value in a table"
  | "date as written"
  | "date understood"
  | "number as shown"
  | "text of a package named otherwise";

/** What became of one question, sentence or value. */
export interface Judged {
  readonly file: string;
  readonly format: string;
  readonly isKept: boolean;
  readonly what: Counted;
  /** The words that it is about. */
  readonly item: string;
  readonly outcome: string;
  readonly isRight: boolean;
}

/** Reads each file of the set and compares it with what is right about it. */
export async function judgeReading(files: readonly LabelledFile[], extractor: TextExtractor): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const labelled of files) {
    const segments = await readSegments(labelled.file, extractor);
    const of = { file: labelled.file, format: labelled.file.split(".").at(-1)!, isKept: isKept(labelled.file) };
    judged.push(...judgeFile(labelled, segments).map((each) => ({ ...of, ...each })));
  }
  return judged;
}

type Finding = Pick<Judged, "what" | "item" | "outcome" | "isRight">;

function judgeFile(labelled: LabelledFile, segments: readonly TextSegment[]): Finding[] {
  switch (labelled.kind) {
    case "choice":
      return judgeForm(labelled.items, segments);
    case "struck":
    case "naming":
      return labelled.items.flatMap(({ struck, live }) => [
        ...struck.map((item) => judgeSentence(labelled.kind, item, segments, "marked")),
        ...live.map((item) => judgeSentence(labelled.kind, item, segments, "not marked")),
      ]);
    case "table":
      return labelled.items.flatMap((table) => judgeTable("value in a table", table, segments));
    case "number":
      return labelled.items.flatMap((table) => judgeTable("number as shown", table, segments));
    case "date":
      return labelled.items.flatMap((table) => [
        ...judgeTable("date as written", table, segments),
        ...judgeDates(table.values, segments),
      ]);
    default:
      return labelled satisfies never;
  }
}

function judgeForm(choices: readonly Choice[], segments: readonly TextSegment[]): Finding[] {
  const outcomes = judgeChoices(textOf(segments), choices);
  return choices.map((choice, at) => ({
    what: "choice",
    item: "question" in choice ? choice.question : choice.statement,
    outcome: outcomes[at]!,
    isRight: outcomes[at] === "right",
  }));
}

function judgeSentence(
  kind: "struck" | "naming",
  item: string,
  read: readonly TextSegment[],
  wanted: Marking,
): Finding {
  const outcome = markingOf(read, item);
  const of = wanted === "marked" ? "struck sentence" : "adjacent sentence";
  const what = kind === "naming" ? "text of a package named otherwise" : of;
  return { what, item, outcome, isRight: outcome === wanted };
}

function judgeTable(what: Counted, { headings, values }: Table, segments: readonly TextSegment[]): Finding[] {
  const outcomes = judgeValues(textOf(segments), headings, values);
  return values.map(({ row, heading, value }, at) => ({
    what,
    item: `${row}: ${heading.join(" / ")}: ${value}`,
    outcome: outcomes[at]!,
    isRight: outcomes[at] === "right",
  }));
}

/** All dates of the set are in March 2026 or name no day: each must be found or be said to be unclear. */
function judgeDates(values: readonly Value[], segments: readonly TextSegment[]): Finding[] {
  const { facts } = findDatedFacts(segments.map(({ text }) => ({ text, context: null })));
  return values.map(({ row, value }) => {
    const found = segments.flatMap(({ text }, at) =>
      facts[at]!.filter(({ start, end }) => text.slice(start, end).includes(`${row} |`)),
    );
    const [fact] = found;
    const date = fact === undefined ? "nothing" : (fact.date ?? "unclear");
    const outcome = date.startsWith("2026-03-")
      ? "dated"
      : ["nothing", "unclear"].includes(date)
        ? date
        : "another day";
    return { what: "date understood", item: value, outcome, isRight: outcome === "dated" || outcome === "unclear" };
  });
}

function textOf(segments: readonly TextSegment[]): string {
  return segments.map(({ text }) => text).join("\n");
}

/** The segments of a file, none where it is refused: all that is asked of it is then lost. */
async function readSegments(file: string, extractor: TextExtractor): Promise<readonly TextSegment[]> {
  try {
    return (await readDocument(fileURLToPath(pathOf(file)), { extractor })).segments;
  } catch (error) {
    console.warn(`${file}: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
