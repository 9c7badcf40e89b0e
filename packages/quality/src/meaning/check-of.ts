import type { MeaningCheck } from "@assay/contract";
import type { OpenMeaningModel } from "@assay/core/ports";
import type { Beside } from "./figures-file.ts";

/** As an engine version pins it that names the model. */
export function checkOf({ entailment, covers, thresholds }: OpenMeaningModel, beside: Beside): MeaningCheck {
  const { model, sha256 } = entailment;
  return { model, sha256, thresholds: thresholds[beside], covers, unchecked: beside === "reading" ? "NOTE" : "CAP" };
}
