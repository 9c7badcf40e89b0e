import type { EngineMetrics, MeaningCheck, MeasuredBeside } from "@assay/contract";
import type { RetrievalVersion } from "../active-version.ts";
import { isEqual } from "../search-keys.ts";

type Measured = Pick<RetrievalVersion, "meaning" | "guardVersion" | "splitterVersion">;

/** Whose lines count for a check: of an assessor that goes by words where what was not checked caps the verdict. */
export function besideOf({ unchecked }: MeaningCheck): MeasuredBeside {
  return unchecked === "CAP" ? "wording" : "reading";
}

/** What metrics say otherwise than the version that they should be of; empty where they are of it. */
export function findForeign(
  metrics: EngineMetrics,
  { meaning, guardVersion, splitterVersion }: Measured,
): { field: string; issue: string }[] {
  if (!meaning) return [{ field: "model", issue: "cannot be of this version: it checks no meaning" }];
  const beside = besideOf(meaning);
  const pinned = [
    ["model", metrics.model, meaning.model],
    ["sha256", metrics.sha256, meaning.sha256],
    ["guardVersion", metrics.guardVersion, guardVersion],
    ["splitterVersion", metrics.splitterVersion, splitterVersion],
    [`thresholds.${beside}`, metrics.thresholds[beside], meaning.thresholds],
    ["covers", metrics.covers, meaning.covers ?? null],
  ] as const;
  return pinned
    .filter(([, told, wanted]) => !isEqual(told, wanted))
    .map(([field, , wanted]) => ({ field, issue: `must be ${JSON.stringify(wanted)}, as the version pins it` }));
}
