import { LEXICAL_DIMENSIONS } from "@assay/db";

/** pgvector's text form of a sparse vector, from weights by dimension (from 1). */
export function toSparseVector(weights: ReadonlyMap<number, number>): string {
  const entries = [...weights].filter(([, weight]) => weight !== 0).sort(([a], [b]) => a - b);
  return `{${entries.map(([at, weight]) => `${at}:${Number(weight.toPrecision(6))}`).join(",")}}/${LEXICAL_DIMENSIONS}`;
}
