import type { AssessmentStatus, CheckedPair, MeaningCheck, WeakReason } from "@assay/contract";
import { checkMeaning, describeDocument, evaluateChecked, shinglesOfAll } from "@assay/core/assessments";
import type { Entailment } from "@assay/core/ports";
import { evidenceOf } from "../evidence-of.ts";
import type { PairContext } from "./labelled-pair.ts";

/** What is cited for a requirement, with what is around it. */
export interface CitedPair {
  readonly requirement: string;
  readonly evidence: string;
  readonly title: string;
  readonly around?: PairContext;
  /** A paragraph of the same document, after what is cited. */
  readonly after?: string;
  /** Other documents of the evidence, before and after this one. */
  readonly before?: readonly string[];
  readonly behind?: readonly string[];
}

export type Judge = (pair: CitedPair) => Promise<AssessmentStatus>;

export interface ExplainedPair {
  readonly status: AssessmentStatus;
  /** Why the evidence does not count as proof; undefined where it does. */
  readonly weak: WeakReason | undefined;
  /** Undefined where the evidence is no citation: it is hidden or addresses a model. */
  readonly checked: CheckedPair | undefined;
}

/** Judges as a run does where an assessor cites the evidence as whole proof, with a confidence of 0.9. */
export function judgeBy(entailment: Entailment, meaning: MeaningCheck): Judge {
  const explain = explainBy(entailment, meaning);
  return async (pair) => (await explain(pair)).status;
}

/** The same, with what is against the evidence. */
export function explainBy(entailment: Entailment, meaning: MeaningCheck) {
  const { signal } = new AbortController();
  const check = (cited: Parameters<typeof checkMeaning>[1]) => checkMeaning(entailment, cited, signal);
  return async (pair: CitedPair): Promise<ExplainedPair> => {
    const answer = {
      confidence: 0.9,
      quotes: [{ chunkId: "cited", text: pair.evidence }],
      reasoning: "",
      remediation: null,
    };
    const evidence = evidenceOf({ ...evidenceOfPair(pair), meaning });
    const { status, citationNotes, setAside } = await evaluateChecked(answer, { evidence, check });
    const [note] = citationNotes;
    const [off] = setAside ?? [];
    return { status, weak: off ? "OFF_TOPIC" : note?.weak, checked: (off ?? note)?.meaning?.[0] };
  };
}

const ALONE: PairContext = { before: "", after: "", beside: [], known: [] };

function evidenceOfPair({ requirement, evidence, title, around = ALONE, after, before = [], behind = [] }: CitedPair) {
  const passage = `${around.before}${evidence}${around.after}`;
  const documentState = describeDocument({
    title,
    openingText: passage,
    passages: [],
    knownTexts: shinglesOfAll(around.known),
  });
  const others = (texts: readonly string[], name: string) =>
    texts.map((text, at) => ({ chunkId: `${name} ${at}`, documentTitle: `${name} ${at}`, documentState: null, text }));
  const cited = after === undefined ? passage : `${passage}\n\n${after}`;
  return {
    requirement: { title: requirement },
    passages: [
      ...others(before, "before"),
      { chunkId: "cited", documentTitle: title, documentState, text: cited },
      ...others(around.beside, "beside"),
      ...others(behind, "behind"),
    ],
  };
}
