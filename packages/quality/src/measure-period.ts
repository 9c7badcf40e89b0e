import { makePeriodSets, type PeriodSet } from "../sets/period/make-sets.ts";
import { evaluatePeriodSet, type JudgedSet } from "./evaluate-period-set.ts";
import type { Figure, Measure } from "./figure.ts";

/** Whether occurrences are counted right in a period, and whether too few of them ever end COMPLETE. */
export const periodMeasure: Measure = {
  title: "Evidence over time",
  of: "rules",
  run: () => Promise.resolve(measurePeriod()),
};

export interface MeasuredSet {
  readonly set: PeriodSet;
  readonly judged: JudgedSet;
}

export function judgePeriodSets(sets: readonly PeriodSet[] = makePeriodSets()): MeasuredSet[] {
  return sets.map((set) => ({ set, judged: evaluatePeriodSet(set) }));
}

function measurePeriod(): Figure[] {
  const measured = judgePeriodSets();
  return (["tuned", "kept back"] as const).flatMap((half) => {
    const own = measured.filter(({ set }) => set.half === half);
    const count = (from: readonly MeasuredSet[], is: (each: MeasuredSet) => boolean) => from.filter(is).length;
    const short = own.filter(({ set }) => !set.isEnough);
    const sound = own.filter(({ set }) => set.isEnough);
    return [
      { what: "occurrences counted exactly", half, count: count(own, isExact), of: own.length, goal: { atLeast: 1 } },
      {
        what: "a day outside the period counted",
        half,
        count: count(own, countsOutside),
        of: own.length,
        goal: { atMost: 0 },
      },
      {
        what: "too seldom, yet COMPLETE",
        half,
        count: count(short, isComplete),
        of: short.length,
        goal: { atMost: 0 },
      },
      {
        what: "often enough, and COMPLETE",
        half,
        count: count(sound, isComplete),
        of: sound.length,
        goal: { atLeast: 0.95 },
      },
    ];
  });
}

export function isExact({ set, judged }: MeasuredSet): boolean {
  const found = judged.occurrences?.facts.map(({ date }) => date) ?? [];
  return judged.every === set.every && found.join() === set.occurrences.join();
}

export function countsOutside({ set: { period }, judged }: MeasuredSet): boolean {
  return judged.occurrences?.facts.some(({ date }) => date < period.from || date > period.to) ?? false;
}

export function isComplete({ judged }: MeasuredSet): boolean {
  return judged.status === "COMPLETE";
}
