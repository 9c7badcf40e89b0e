import type { vectorColumns } from "./schema/columns.ts";

type VectorField = keyof ReturnType<typeof vectorColumns>;

const COLUMNS = new Map<number, { readonly name: string; readonly field: VectorField }>([
  [384, { name: "embedding_384", field: "embedding384" }],
  [768, { name: "embedding", field: "embedding" }],
  [1024, { name: "embedding_1024", field: "embedding1024" }],
  [1536, { name: "embedding_1536", field: "embedding1536" }],
]);

/** Of the vectors of the offline embedder. */
export const VECTOR_DIMENSIONS = 768;

/** Of the vectors that the database has a column for. */
export const VECTOR_SIZES: readonly number[] = [...COLUMNS.keys()];

function columnOf(dimensions: number) {
  const column = COLUMNS.get(dimensions);
  if (!column)
    throw new Error(
      `Cannot store a vector because it must have ${VECTOR_SIZES.join(", ")} dimensions: it has ${dimensions}`,
    );
  return column;
}

/** The column of `chunk_vectors` and `guidance_vectors` for vectors of so many dimensions. Throws for others. */
export function vectorColumn(dimensions: number): string {
  return columnOf(dimensions).name;
}

/** A vector as a value of its column; none in any for null. */
export function vectorValue(vector: Float32Array | null): Partial<Record<VectorField, number[]>> {
  return vector ? { [columnOf(vector.length).field]: Array.from(vector) } : {};
}
