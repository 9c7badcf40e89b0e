import type { Change } from "./changes.ts";
import { draw } from "./draw.ts";
import type { Judge } from "./evaluate-pair.ts";
import type { LabelledPair } from "./labelled-pair.ts";

/** Of so many verdicts under one kind of change those that came out wrong. */
export interface GateFigure {
  readonly change: string;
  readonly wrong: number;
  readonly of: number;
}

interface Gate {
  readonly judge: Judge;
  readonly changes: readonly Change[];
  readonly pairs: readonly LabelledPair[];
  /** Verdicts in all, shared evenly by the changes. */
  readonly count: number;
  readonly seed: number;
}

/** Counts verdicts that move where nothing that matters was changed. */
export function measureHarmless(gate: Gate): Promise<GateFigure[]> {
  return measureChanges(gate, async ({ first, second }) => (await gate.judge(first)) !== (await gate.judge(second)));
}

/** Counts verdicts that stay COMPLETE although the proof was taken away. Only what is COMPLETE before is counted. */
export function measureTelling(gate: Gate): Promise<GateFigure[]> {
  const sound = gate.pairs.filter(({ label }) => label === "S");
  return measureChanges({ ...gate, pairs: sound }, async ({ first, second }) =>
    (await gate.judge(first)) === "COMPLETE" ? (await gate.judge(second)) === "COMPLETE" : undefined,
  );
}

type Changed = NonNullable<ReturnType<Change["apply"]>>;

async function measureChanges(
  { changes, pairs, count, seed }: Gate,
  /** Undefined where the pair cannot be counted. */
  isWrong: (changed: Changed) => Promise<boolean | undefined>,
): Promise<GateFigure[]> {
  const each = Math.floor(count / changes.length);
  const figures: GateFigure[] = [];
  for (const [at, { name, apply }] of changes.entries()) {
    const changed = pairs.flatMap((pair) => apply(pair) ?? []);
    const counted: boolean[] = [];
    for (const pair of draw(changed, changed.length, seed + at)) {
      if (counted.length === each) break;
      const wrong = await isWrong(pair);
      if (wrong !== undefined) counted.push(wrong);
    }
    figures.push({ change: name, wrong: counted.filter(Boolean).length, of: counted.length });
  }
  return figures;
}
