/** Fewer are no pace: the first ones may be those without evidence, which take no time. */
const ASSESSED_MIN = 3;

/** Milliseconds until the last requirement, at the pace since the assessing began; null until there is a pace. */
export function estimateRemaining(progress: { assessed: number; total: number; elapsedMs: number }): number | null {
  const { assessed, total, elapsedMs } = progress;
  if (assessed < ASSESSED_MIN || elapsedMs <= 0) return null;
  return (elapsedMs / assessed) * (total - assessed);
}
