import type { MetricLine } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { getRetrievalVersion } from "../retrieval-versions/active-version.ts";
import { besideOf, findForeign } from "../retrieval-versions/metrics/belongs-to.ts";
import { findMetrics } from "../retrieval-versions/metrics/stored-metrics.ts";

/** How often the engine version says COMPLETE where it should not, as measured on labelled sets; null where it was not. */
export async function readErrorRate(tx: Transaction, retrievalVersionId: string): Promise<MetricLine[] | null> {
  const version = await getRetrievalVersion(tx, retrievalVersionId);
  const stored = await findMetrics(tx, retrievalVersionId);
  if (!stored || !version.meaning || findForeign(stored.metrics, version).length > 0) return null;
  const beside = besideOf(version.meaning);
  const lines = stored.metrics.lines.filter((line) => line.beside === beside && line.what.startsWith("false COMPLETE"));
  return lines.length > 0 ? lines : null;
}
