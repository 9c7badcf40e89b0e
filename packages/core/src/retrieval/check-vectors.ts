import { ModelError } from "@assay/contract";

/**
 * An embedder's answer, if it is one: a vector of `dimensions` finite numbers, or null, per text. Throws
 * MODEL_INVALID_OUTPUT. A zero vector points nowhere, is as near to everything as to nothing, and becomes null.
 */
export function checkVectors(
  vectors: readonly (Float32Array | null)[],
  { count, dimensions }: { count: number; dimensions: number },
): (Float32Array | null)[] {
  if (vectors.length !== count)
    throw new ModelError(
      "MODEL_INVALID_OUTPUT",
      `Cannot use the embedder's answer because ${count} vectors were asked for: it has ${vectors.length}`,
    );
  return vectors.map((vector) => {
    if (vector === null) return null;
    if (vector.length !== dimensions)
      throw new ModelError(
        "MODEL_INVALID_OUTPUT",
        `Cannot use a vector because it must have ${dimensions} dimensions: it has ${vector.length}`,
      );
    if (!vector.every(Number.isFinite))
      throw new ModelError(
        "MODEL_INVALID_OUTPUT",
        "Cannot use a vector because each of its values must be a finite number",
      );
    return vector.some((value) => value !== 0) ? vector : null;
  });
}
