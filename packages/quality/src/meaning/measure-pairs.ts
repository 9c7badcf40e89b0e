import type { AssessmentStatus } from "@assay/contract";
import { draw } from "./draw.ts";
import type { Judge } from "./evaluate-pair.ts";
import { type Agreement, agreementOf } from "./kappa.ts";
import type { LabelledPair } from "./labelled-pair.ts";

/** Of so many cases those that came out so. `better` says whether few or many are good. */
export interface MeaningFigure {
  readonly what: string;
  readonly count: number;
  readonly of: number;
  readonly better: "few" | "many";
}

export interface PairFigures {
  readonly figures: readonly MeaningFigure[];
  /** The mean of the shares of S that are COMPLETE and of C that are not. */
  readonly balancedAccuracy: number;
  readonly agreement: Agreement;
}

/** Codes of `sets/pairs`. */
const ORDINARY = ["negated", "figure", "stopped", "late", "finding", "expired", "fault"];
const EVADING = [
  ...["plan", "hope", "other_party", "template", "draft", "question", "near", "requirement_text", "quote"],
  ...["definition", "exclusion"],
];
export const OFF_TOPIC: readonly string[] = ["far", "topic", "swapped"];
const OTHER_WORDS = ["para", "record", "infer"];

const RIGHT = { S: "COMPLETE", P: "PARTIAL", C: "MISSING", N: "MISSING" } as const;

/** Judges each pair, and as many of its evidence held against a requirement of another trade. */
export async function measurePairs(judge: Judge, pairs: readonly LabelledPair[], seed: number): Promise<PairFigures> {
  const said = await evaluateAll(judge, pairs);
  const offTrade = await evaluateAll(judge, swapTrades(pairs, seed));
  const proves = ({ label }: LabelledPair) => label === "S";
  const fails = ({ label }: LabelledPair) => label === "C" || label === "N";
  const has =
    (codes: readonly string[]) =>
    ({ code }: LabelledPair) =>
      codes.includes(code);
  const both =
    (a: Test, b: Test): Test =>
    (pair) =>
      a(pair) && b(pair);
  const isComplete = (status: AssessmentStatus) => status === "COMPLETE";
  const isShown = (status: AssessmentStatus) => status === "COMPLETE" || status === "PARTIAL";
  const sound = countOf(said, proves, isComplete);
  const contradicted = countOf(said, ({ label }) => label === "C", isComplete);
  return {
    figures: [
      { what: "false COMPLETE, ordinary", ...countOf(said, both(fails, has(ORDINARY)), isComplete), better: "few" },
      { what: "false COMPLETE, evading", ...countOf(said, both(fails, has(EVADING)), isComplete), better: "few" },
      {
        what: "true evidence in other words, COMPLETE",
        ...countOf(said, both(proves, has(OTHER_WORDS)), isComplete),
        better: "many",
      },
      {
        what: "off topic, COMPLETE or PARTIAL",
        ...countOf([...said, ...offTrade], both(fails, has(OFF_TOPIC)), isShown),
        better: "few",
      },
      { what: "right answers vetoed", count: sound.of - sound.count, of: sound.of, better: "few" },
      {
        what: "PARTIAL off trade",
        ...countOf(
          offTrade,
          () => true,
          (status) => status === "PARTIAL",
        ),
        better: "few",
      },
    ],
    balancedAccuracy: (share(sound) + 1 - share(contradicted)) / 2,
    agreement: agreementOf(said.map(({ pair, status }) => [RIGHT[pair.label], status])),
  };
}

type Test = (pair: LabelledPair) => boolean;

interface Said {
  readonly pair: LabelledPair;
  readonly status: AssessmentStatus;
}

async function evaluateAll(judge: Judge, pairs: readonly LabelledPair[]): Promise<Said[]> {
  const said: Said[] = [];
  for (const pair of pairs) said.push({ pair, status: await judge(pair) });
  return said;
}

/** Sound evidence against a requirement of another trade, which it says nothing of. */
function swapTrades(pairs: readonly LabelledPair[], seed: number): LabelledPair[] {
  const sound = pairs.filter(({ label }) => label === "S");
  const others = draw(pairs, pairs.length, seed);
  return sound.flatMap((pair, at) => {
    const other = others[at]!;
    if (other.trade === "" || pair.trade === "" || other.trade === pair.trade) return [];
    return [{ ...pair, requirement: other.requirement, label: "N" as const, code: "swapped" }];
  });
}

function countOf(said: readonly Said[], counts: Test, is: (status: AssessmentStatus) => boolean) {
  const meant = said.filter(({ pair }) => counts(pair));
  return { count: meant.filter(({ status }) => is(status)).length, of: meant.length };
}

const share = ({ count, of }: { count: number; of: number }) => (of === 0 ? 0 : count / of);
