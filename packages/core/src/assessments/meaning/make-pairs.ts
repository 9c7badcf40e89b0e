import type { Citation, TextKind } from "@assay/contract";
import { listStatements, type Statement } from "@assay/language/text";
import { countedText } from "../../documents/counted-text.ts";
import type { EntailmentPair } from "../../ports/entailment.ts";
import type { EvaluatedEvidence, JudgedPassage } from "../evaluated-evidence.ts";

/** A citation held against a part, or against the requirement as a whole. */
export interface MeaningPair extends EntailmentPair {
  /** Index of the citation. */
  readonly citation: number;
  /** Index of the part; null where the citation is cited for the whole. */
  readonly part: number | null;
  readonly kind: TextKind;
  /** What the texts stand in: it tells their language where their own few words do not. */
  readonly around: { readonly requirement: string; readonly evidence: string };
}

/** Which citations an answer has for what. */
export interface CitedFor {
  readonly citations: readonly Citation[];
  readonly parts: readonly { readonly part: string; readonly citations: readonly number[] }[];
}

/** What is read of a citation, in characters: the model cuts at about as much. */
const EVIDENCE_LENGTH_MAX = 800;
/** A sentence that says by its opening that the one before it belongs to it. */
const REFERS_BACK =
  /^\W*(?:it|this|that|these|those|they|he|she|such|its|their|his|her|the (?:above|former|latter|same))\b/i;

/** What the model is asked: each citation once for each part that it is cited for, in the order of the citations. */
export function makePairs({ citations, parts }: CitedFor, evidence: EvaluatedEvidence): MeaningPair[] {
  const passages = new Map(
    evidence.passages.map((passage) => {
      const text = countedText(passage.text, passage.flaggedRanges);
      return [passage.chunkId, { ...passage, text }];
    }),
  );
  return citations.flatMap((citation, index) => {
    const passage = passages.get(citation.chunkId);
    if (!passage) return [];
    const text = readCitation(citation.text, passage);
    const asked = parts.flatMap((each, at) => (each.citations.includes(index) ? [{ part: at, title: each.part }] : []));
    const wanted = asked.length > 0 ? asked : [{ part: null, title: evidence.requirement.title }];
    const around = { requirement: evidence.requirement.title, evidence: passage.text };
    return wanted.map(({ part, title }) => ({ citation: index, part, requirement: title, ...text, around }));
  });
}

/** The sentences that a citation is in, rows with their headings, and where they stand. */
function readCitation(cited: string, passage: JudgedPassage): Pick<MeaningPair, "evidence" | "context" | "kind"> {
  const start = Math.max(0, passage.text.indexOf(cited));
  const end = start + cited.length;
  const statements = listStatements(passage.text);
  const from = statements.findIndex((each) => each.end > start);
  const within = from < 0 ? [] : statements.slice(from).filter((each) => each.start < end);
  const [first] = within;
  const title = readTitle(passage.documentTitle);
  const isRead = passage.certainty != null;
  if (!first) return { evidence: cut(cited), context: title, kind: isRead ? "OCR" : "PROSE" };
  const before = statements[from - 1];
  const opens = before && before.kind !== "heading" && first.kind !== "row" && REFERS_BACK.test(first.text);
  const read = (opens ? [before, ...within] : within).map(readStatement);
  return {
    evidence: cut(read.join("\n")),
    kind: isRead ? "OCR" : kindOf(first),
    context: [title, first.headings.at(-1)?.replace(NUMBERING, "")].filter(Boolean).join(", "),
  };
}

/** A file name as a person says it: the model takes its punctuation for doubt. */
function readTitle(filename: string): string {
  const said = filename
    .replace(/\.\w{1,5}$/, "")
    .replace(/[\s_]+|(?<=\p{L})-(?=\p{L}|\d)/gu, " ")
    .trim();
  return said === "" ? filename : said;
}

const LOG_LINE = /^\W*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)/;
const SETTING = /^\W*[\w.-]+(?: [\w.-]+){0,3}\s*[:=]\s*\S+(?: \S+){0,2}$/;

function kindOf({ kind, text }: Statement): TextKind {
  if (LOG_LINE.test(text)) return "LOG_LINE";
  if (kind === "row") return "TABLE_ROW";
  return SETTING.test(text) ? "SETTING" : "PROSE";
}

const NUMBERING = /^(?:\d+(?:\.\d+)*|[A-Z])[.)]?\s+/;

function readStatement({ kind, text, cells }: Statement): string {
  if (kind !== "row" || cells.every(({ column }) => column === null)) return text;
  return cells.map((cell) => (cell.column === null ? cell.text : `${cell.column}: ${cell.text}`)).join(" | ");
}

const cut = (text: string) => text.slice(0, EVIDENCE_LENGTH_MAX).toWellFormed();
