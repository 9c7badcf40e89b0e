import type { Citation } from "@assay/contract";
import { readRequirement } from "@assay/language/requirement";
import type { EvaluatedEvidence, JudgedPassage } from "../evaluated-evidence.ts";
import { type Contradiction, findContradictions } from "../guard/find-contradictions.ts";
import type { EvidenceRule } from "./evidence-rule.ts";

const NAMED_MAX = 3;

/** Documents of the evidence answer the requirement with different figures, or one denies what another says. */
export const contradicted: EvidenceRule = {
  name: "contradicted",
  prepare: contradictionsIn,
  find({ evidence }) {
    const found = contradictionsIn(evidence).slice(0, NAMED_MAX);
    if (found.length === 0) return undefined;
    return {
      flag: "CONTRADICTED",
      note: found.map(describe).join(" "),
      citations: found.flatMap(({ sides }) => sides.map(toCitation)),
    };
  },
};

type Found = readonly Contradiction<JudgedPassage>[];

const known = new WeakMap<EvaluatedEvidence, Found>();

function contradictionsIn(evidence: EvaluatedEvidence): Found {
  const found = known.get(evidence) ?? findContradictions(readRequirement(evidence.requirement), evidence.passages);
  known.set(evidence, found);
  return found;
}

function describe({ sides: [one, other], newer }: Contradiction<JudgedPassage>): string {
  const [left, right] = [one, other].map(({ passage, text }) => `${passage.documentTitle} says ${shorten(text)}`);
  const newest = newer === null ? "" : ` The newer document is ${[one, other][newer]!.passage.documentTitle}.`;
  return `Documents contradict each other: ${left}, ${right}.${newest}`;
}

const SHOWN_MAX = 160;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").replace(/[.]$/, "").replaceAll('"', "'");
  if (line.length <= SHOWN_MAX) return `"${line}"`;
  const beginning = line.slice(0, SHOWN_MAX).toWellFormed();
  return `"${beginning.slice(0, Math.max(beginning.lastIndexOf(" "), 1))}" …`;
}

function toCitation({ passage, start, end }: Contradiction<JudgedPassage>["sides"][number]): Citation {
  const { documentId, chunkId, pageNumber } = passage;
  return { documentId, chunkId, text: passage.text.slice(start, end), pageNumber };
}
