import { ModelError } from "@assay/contract";

/** UTF-16 code units; no embedder named here reads further. */
const TEXT_LENGTH_MAX = 16_000;

export interface EmbedLimits {
  readonly batchSizeMax: number;
  readonly dimensions: number;
}

/**
 * Embeds the texts that have any: a blank one gets no vector, as vendors refuse it. `call` answers with a vector per
 * text, in order; they come back with length 1. Throws MODEL_INVALID_OUTPUT for a wrong count, size or value.
 */
export async function embedTexts(
  texts: readonly string[],
  { batchSizeMax, dimensions }: EmbedLimits,
  call: (texts: string[]) => Promise<readonly (readonly number[])[]>,
): Promise<(Float32Array | null)[]> {
  if (texts.length > batchSizeMax)
    throw new ModelError(
      "MODEL_REJECTED_REQUEST",
      `Cannot embed because a batch must have at most ${batchSizeMax} texts: it has ${texts.length}`,
    );
  const worded = texts.map((text) => text.slice(0, TEXT_LENGTH_MAX).toWellFormed()).filter(isWorded);
  const vectors = worded.length === 0 ? [] : await call(worded);
  if (vectors.length !== worded.length)
    throw new ModelError(
      "MODEL_INVALID_OUTPUT",
      `Cannot use the embedder's answer because ${worded.length} vectors were asked for: it has ${vectors.length}`,
    );
  const rest = vectors.values();
  return texts.map((text) => (isWorded(text) ? toUnitVector(rest.next().value!, dimensions) : null));
}

function isWorded(text: string): boolean {
  return /\S/.test(text.slice(0, TEXT_LENGTH_MAX));
}

function toUnitVector(values: readonly number[], dimensions: number): Float32Array {
  if (values.length !== dimensions)
    throw new ModelError(
      "MODEL_INVALID_OUTPUT",
      `Cannot use a vector because it must have ${dimensions} dimensions: it has ${values.length}`,
    );
  const length = Math.hypot(...values);
  if (!Number.isFinite(length) || length === 0)
    throw new ModelError(
      "MODEL_INVALID_OUTPUT",
      "Cannot use a vector because its values must be finite numbers that are not all zero",
    );
  return Float32Array.from(values, (value) => value / length);
}
