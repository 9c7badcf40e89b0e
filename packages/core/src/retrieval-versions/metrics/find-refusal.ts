import type { EngineMetrics, MetricLine } from "@assay/contract";
import type { RetrievalVersion } from "../active-version.ts";
import { besideOf } from "./belongs-to.ts";
import { compareMetrics, findUnmeasured } from "./compare-metrics.ts";

export interface MeasuredVersion {
  readonly version: Pick<RetrievalVersion, "id" | "meaning">;
  readonly metrics: EngineMetrics | undefined;
}

export interface Refusal {
  /** Goes after "because". */
  readonly reason: string;
  /** The metric that it is about. */
  readonly metric?: Pick<MetricLine, "set" | "what">;
}

/**
 * Why a version cannot be recommended over the active one; undefined where it can. Where the active one has no metrics,
 * nothing can have become worse.
 */
export function findRefusal(candidate: MeasuredVersion, active: MeasuredVersion): Refusal | undefined {
  const { meaning } = candidate.version;
  if (candidate.version.id === active.version.id) return { reason: "it is the active version" };
  if (!meaning) {
    // Where neither checks meaning, there is nothing of the two to measure.
    return active.version.meaning === null ? undefined : { reason: "it does not check meaning, so it has no metrics" };
  }
  if (!candidate.metrics)
    return { reason: "it has no metrics: store those that 'npm run quality -- meaning --out' writes" };
  if (!active.metrics) return undefined;
  const beside = besideOf(meaning);
  const unmeasured = findUnmeasured(active.metrics, candidate.metrics, beside);
  if (unmeasured)
    return {
      reason: `'${unmeasured.what}' of '${unmeasured.set}' was not measured on the cases of the active version: measure both on the same`,
      metric: toMetric(unmeasured),
    };
  const fallen = compareMetrics(active.metrics, candidate.metrics, beside).find(({ fell, decides }) => fell && decides);
  if (!fallen?.active) return undefined;
  const { line, active: before } = fallen;
  return {
    reason: `'${line.what}' of '${line.set}' is worse: ${line.count} of ${line.of}, the active version ${before.count} of ${before.of}`,
    metric: toMetric(line),
  };
}

const toMetric = ({ set, what }: MetricLine) => ({ set, what });
