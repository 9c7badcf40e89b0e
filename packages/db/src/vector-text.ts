import { SparseVector, toSql } from "pgvector";
import { LEXICAL_DIMENSIONS } from "./schema/index.ts";

/** A vector as a parameter of a statement that casts it: `[0.1,…]`. */
export function toVectorText(vector: Float32Array): string {
  return toSql(Array.from(vector))!;
}

/** The weights of a text by dimension, from 1 as pgvector counts, to six digits: `{1:0.5,7:2}/1048576`. */
export function toSparseText(weights: ReadonlyMap<number, number>): string {
  const sorted = [...weights].sort(([a], [b]) => a - b);
  const byIndex = new Map(sorted.map(([dimension, weight]) => [dimension - 1, Number(weight.toPrecision(6))]));
  return toSql(new SparseVector(byIndex, LEXICAL_DIMENSIONS))!;
}
