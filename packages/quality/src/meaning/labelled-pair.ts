import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { GUARD_SETS } from "../../sets/guard/index.ts";

/** S: proves it wholly; P: a part of it; C: contradicts it; N: says nothing of it. */
type Label = "S" | "P" | "C" | "N";

/** A requirement, what is cited for it, and what an auditor would say. */
export interface LabelledPair {
  readonly requirement: string;
  readonly evidence: string;
  readonly title: string;
  readonly label: Label;
  /** How it is worded, or why it proves nothing: a code of `sets/pairs`. */
  readonly code: string;
  /** Empty where it is not known. */
  readonly trade: string;
}

/** Pairs whose figures are counted together. */
export interface PairSet {
  readonly name: string;
  /** Who wrote them; empty where nobody knows. */
  readonly authors: readonly string[];
  readonly pairs: readonly LabelledPair[];
}

const TITLE = "Handbook";

/** The held-out halves of the support guard. */
export function guardPairs(): PairSet {
  const pairs = GUARD_SETS.flatMap(({ kept }) =>
    (["sound", "everyday", "evading"] as const).flatMap((wording) =>
      kept[wording].map(
        ([requirement, evidence, more]): LabelledPair => ({
          requirement,
          evidence: more?.quote ?? evidence,
          title: more?.title ?? TITLE,
          label: wording === "sound" ? "S" : "N",
          code: wording === "sound" ? "para" : wording === "everyday" ? "negated" : "near",
          trade: "",
        }),
      ),
    ),
  );
  return { name: "support guard, held-out halves", authors: ["guard, held-out halves"], pairs };
}

/** Reads a file in the form of `sets/pairs`: a line of JSON each, `{ r, e, y }` and optional `d`, `w`, `t`. */
export async function readPairs(path: string): Promise<PairSet> {
  return { name: basename(path), authors: [], pairs: parsePairs(await readFile(path, "utf8"), path) };
}

export function parsePairs(text: string, path: string): LabelledPair[] {
  return text
    .split("\n")
    .flatMap((line, at) => (line.trim() === "" ? [] : [parsePair(line, `line ${at + 1} of ${path}`)]));
}

function parsePair(line: string, where: string): LabelledPair {
  const { r, e, d, y, w, t } = parseLine(line, where);
  if (!r || !e || !isLabel(y)) throw new Error(`Cannot read ${where} because it must have r, e and y (S, P, C or N)`);
  return { requirement: r, evidence: e, title: d || TITLE, label: y, code: w ?? "", trade: t ?? "" };
}

function parseLine(line: string, where: string): Record<string, string | undefined> {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`Cannot read ${where} because it must be JSON`);
  }
}

const isLabel = (value: string | undefined): value is Label => /^[SPCN]$/.test(value ?? "");
