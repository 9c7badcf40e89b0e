import { customType, halfvec, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "../id.ts";

/** Milliseconds, because that is what the wire and the audit hash carry. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const primaryId = () => uuid("id").primaryKey().$defaultFn(newId);

export const tenantId = () => uuid("tenant_id").notNull();

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  fromDriver: (value) => new Uint8Array(value),
});

/** pgvector's text form in and out: `{1:0.5,7:2}/1048576`. */
export const sparseVector = customType<{ data: string; config: { dimensions: number } }>({
  dataType: (config) => `sparsevec(${config?.dimensions ?? 1})`,
});

/** A narrow column for each: what a chunk has of others is null and takes no room. */
export const vectorColumns = () => ({
  embedding: halfvec("embedding", { dimensions: 768 }),
  embedding384: halfvec("embedding_384", { dimensions: 384 }),
  embedding1024: halfvec("embedding_1024", { dimensions: 1024 }),
  embedding1536: halfvec("embedding_1536", { dimensions: 1536 }),
});
