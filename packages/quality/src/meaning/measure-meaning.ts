import { createHash } from "node:crypto";
import { memoizeScores } from "@assay/core/assessments";
import type { OpenMeaningModel } from "@assay/core/ports";
import { HARMLESS_CHANGES, TELLING_CHANGES } from "./changes.ts";
import { checkOf } from "./check-of.ts";
import { judgeBy } from "./evaluate-pair.ts";
import { type AgreementLine, type FigureLine, type FiguresFile, makeFiguresFile, toLine } from "./figures-file.ts";
import type { PairSet } from "./labelled-pair.ts";
import { type GateFigure, measureHarmless, measureTelling } from "./measure-gate.ts";
import { measurePairs } from "./measure-pairs.ts";
import { halfOf } from "./read-authors.ts";
import { tellSeen } from "./tell-seen.ts";

interface Measured {
  readonly sets: readonly PairSet[];
  /** What the invariance gate draws from. */
  readonly gate: PairSet;
  /** Verdicts of each half of the gate. */
  readonly gateCount: number;
  readonly seed: number;
  /** What the model's card says of its training. */
  readonly trainedOn: { readonly authors: readonly string[] } | undefined;
}

/** Measures a model on sets of labelled pairs, with each of its thresholds. The same input gives the same file. */
export async function measureMeaning(
  model: OpenMeaningModel,
  { sets, gate, gateCount, seed, trainedOn }: Measured,
): Promise<FiguresFile> {
  const entailment = memoizeScores(model.entailment);
  const lines: FigureLine[] = [];
  const agreements: AgreementLine[] = [];
  for (const beside of ["reading", "wording"] as const) {
    const judge = judgeBy(entailment, checkOf(model, beside));
    for (const { name, pairs } of sets) {
      const place = { set: name, beside };
      const { figures, agreement, balancedAccuracy } = await measurePairs(judge, pairs, seed);
      lines.push(...figures.map((figure) => toLine(place, figure)));
      agreements.push({ ...place, ...agreement, balancedAccuracy });
    }
    const place = { set: `invariance gate, ${gate.name}`, beside };
    const drawn = { judge, pairs: gate.pairs, count: gateCount, seed };
    const harmless = await measureHarmless({ ...drawn, changes: HARMLESS_CHANGES });
    const telling = await measureTelling({ ...drawn, changes: TELLING_CHANGES });
    lines.push(
      ...gateLines("moved although nothing that matters changed", harmless).map((figure) => toLine(place, figure)),
      ...gateLines("COMPLETE although the proof was taken away", telling).map((figure) => toLine(place, figure)),
    );
  }
  return makeFiguresFile({
    ...{
      model: model.entailment.model,
      sha256: model.entailment.sha256,
      thresholds: model.thresholds,
      covers: model.covers,
      seed,
    },
    sets: [...sets, { ...gate, name: `invariance gate, ${gate.name}` }].map(({ name, authors, pairs }) => ({
      ...{ name, pairs: pairs.length, seen: tellSeen(authors, trainedOn), half: halfOf(authors) },
      sha256: createHash("sha256").update(JSON.stringify(pairs)).digest("hex"),
    })),
    lines,
    agreements,
  });
}

function gateLines(what: string, figures: readonly GateFigure[]) {
  const sum = (count: (figure: GateFigure) => number) => figures.reduce((total, each) => total + count(each), 0);
  const all = { what, count: sum(({ wrong }) => wrong), of: sum(({ of }) => of), better: "few" as const };
  return [
    all,
    ...figures.map(({ change, wrong, of }) => ({
      what: `${what}: ${change}`,
      count: wrong,
      of,
      better: "few" as const,
    })),
  ];
}
