import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as z from "zod";
import { GUARD_KINDS, guardPairs } from "../sets/guard-set.ts";
import { readRows } from "../sets/read-set.ts";

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
  readonly around?: PairContext;
}

/** What else the evidence has, which may take the proof away. */
export interface PairContext {
  /** Of the same passage, before and after what is cited. */
  readonly before: string;
  readonly after: string;
  /** Passages of other documents. */
  readonly beside: readonly string[];
  /** Texts of the pack and of the guidance, in addition to the requirement. */
  readonly known: readonly string[];
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
export function heldOutPairs(): PairSet {
  const pairs = GUARD_KINDS.flatMap((kind) =>
    (["sound", "everyday", "evading"] as const).flatMap((wording) =>
      guardPairs({ kind, half: "kept", wording }).map(
        ({ requirement, text, quote = text, title = TITLE, beside = [], known = [] }): LabelledPair => ({
          requirement,
          evidence: quote,
          title,
          around: { ...splitAt(text, quote), beside, known },
          label: wording === "sound" ? "S" : "N",
          code: wording === "sound" ? "para" : wording === "everyday" ? "negated" : "near",
          trade: "",
        }),
      ),
    ),
  );
  return { name: "support guard, held-out halves", authors: ["guard, held-out halves"], pairs };
}

function splitAt(text: string, quote: string): Pick<PairContext, "before" | "after"> {
  const start = text.indexOf(quote);
  if (start < 0) throw new Error(`Cannot read the pair because its quote must be in its text: it is '${quote}'`);
  return { before: text.slice(0, start), after: text.slice(start + quote.length) };
}

/** Reads a file in the form of `sets/pairs`: a line of JSON each, `{ r, e, y }` and optional `d`, `w`, `t`. */
export async function readPairs(path: string): Promise<PairSet> {
  return { name: basename(path), authors: [], pairs: parsePairs(await readFile(path, "utf8"), path) };
}

export function parsePairs(text: string, path: string): LabelledPair[] {
  return readRows(text, pairRow, path).map(({ r, e, d, y, w, t }) => {
    return { requirement: r, evidence: e, title: d || TITLE, label: y, code: w ?? "", trade: t ?? "" };
  });
}

const pairRow = z.object({
  r: z.string().min(1),
  e: z.string().min(1),
  y: z.enum(["S", "P", "C", "N"]),
  d: z.string().optional(),
  w: z.string().optional(),
  t: z.string().optional(),
});
