import type { Calibration } from "../ports/embedder.ts";

/** What a calibrated floor counts as: the threshold of new engine versions. */
const CALIBRATED = 0.2;

/** The similarity that a cosine is read as: straight from −1 to the floor, and from there to 1. */
export function similarityOf(cosine: number, calibration: Calibration | undefined): number {
  if (!calibration) return cosine;
  const { floor } = calibration;
  const similarity =
    cosine < floor
      ? -1 + ((cosine + 1) * (CALIBRATED + 1)) / (floor + 1)
      : 1 - ((1 - cosine) * (1 - CALIBRATED)) / (1 - floor);
  return Math.round(similarity * 1e6) / 1e6;
}

/** The cosine that is read as this similarity. */
export function cosineOf(similarity: number, calibration: Calibration | undefined): number {
  if (!calibration) return similarity;
  const { floor } = calibration;
  return similarity < CALIBRATED
    ? -1 + ((similarity + 1) * (floor + 1)) / (CALIBRATED + 1)
    : 1 - ((1 - similarity) * (1 - floor)) / (1 - CALIBRATED);
}
