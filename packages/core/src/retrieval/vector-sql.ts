import { toVectorText, vectorColumn } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";

/** A vector as a value that compares with its column. */
export function vectorSql(vector: Float32Array): SQL {
  return sql`${toVectorText(vector)}::halfvec(${sql.raw(String(vector.length))})`;
}

/** The column, of a table of vectors under `alias`, that holds vectors of so many dimensions. */
export function embeddingSql(alias: string, dimensions: number): SQL {
  return sql.raw(`${alias}.${vectorColumn(dimensions)}`);
}
