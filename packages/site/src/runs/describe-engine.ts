import type { RunConfiguration } from "@assay/client";
import { formatConfidence } from "../format/format.ts";

/** What an engine was set to, in words. */
export function describeEngine({ assessor, embedder, confidenceThresholds, similarityThreshold }: RunConfiguration) {
  const { complete, partial } = confidenceThresholds;
  return {
    assessor: `${assessor.model}, prompt ${assessor.promptVersion}`,
    embedder: `${embedder.model}, ${embedder.dimensions} dimensions`,
    similarity: similarityThreshold.toFixed(2),
    verdicts: `complete from ${formatConfidence(complete)}, partial from ${formatConfidence(partial)}`,
  };
}
