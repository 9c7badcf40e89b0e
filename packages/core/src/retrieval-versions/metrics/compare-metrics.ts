import type { ComparedMetric, EngineMetrics, MeasuredBeside, MetricLine } from "@assay/contract";
import { wilson } from "./wilson.ts";

type Measured = Pick<EngineMetrics, "sets" | "lines">;

/**
 * Each line of `after` next to that of `before` on the same cases. It fell where it is outside the interval of before, on
 * the bad side. The intervals are computed again: a file may say any.
 */
export function compareMetrics(
  before: Measured | undefined,
  after: Measured,
  beside?: MeasuredBeside,
): ComparedMetric[] {
  return after.lines
    .filter((line) => beside === undefined || line.beside === beside)
    .map((line) => {
      const active = before ? findSame(before, after, line) : undefined;
      return {
        line,
        active: active ?? null,
        fell: active !== undefined && isWorse(active, line),
        decides: decides(line),
      };
    });
}

/** The first line by which a version is decided, and which `after` lacks on the cases of `before`. */
export function findUnmeasured(before: Measured, after: Measured, beside: MeasuredBeside): MetricLine | undefined {
  return before.lines.find(
    (line) => line.beside === beside && decides(line) && line.of > 0 && !findSame(after, before, line),
  );
}

/** Whether a fall of it keeps a version from being recommended: a false COMPLETE, or a verdict that a change moves. */
function decides({ set, what }: MetricLine): boolean {
  return what.startsWith("false COMPLETE") || set.startsWith("invariance gate");
}

function findSame(there: Measured, here: Measured, line: MetricLine): MetricLine | undefined {
  const digestOf = ({ sets }: Measured) => sets.find(({ name }) => name === line.set)?.sha256;
  if (digestOf(there) === undefined || digestOf(there) !== digestOf(here)) return undefined;
  return there.lines.find(({ set, beside, what }) => set === line.set && beside === line.beside && what === line.what);
}

function isWorse(before: MetricLine, { count, of, better }: MetricLine): boolean {
  if (of === 0) return false;
  const [low, high] = wilson(before.count, before.of);
  return better === "few" ? count / of > high : count / of < low;
}
