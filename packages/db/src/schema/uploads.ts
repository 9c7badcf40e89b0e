import type { UploadFields } from "@assay/contract";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

/** Files that come in parts, each by the one who began it. Gone when they have expired. */
export const uploads = pgTable(
  "uploads",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    startedBy: text("started_by").notNull(),
    filename: text("filename").notNull(),
    fields: jsonb("fields").$type<UploadFields>().notNull(),
    /** The document of which it is to be a new version. */
    versionOf: uuid("version_of"),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    /** All of it only once it is a document. */
    receivedBytes: bigint("received_bytes", { mode: "number" }).notNull().default(0),
    /** The numbers of the stored parts that it is made of, in order. */
    parts: integer("parts").array().notNull().default(sql`'{}'::integer[]`),
    /** The SHA-256 of each of them, by its number. */
    partDigests: jsonb("part_digests").$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** How many parts were begun: the number of the next one, and what there is to delete. */
    partsBegun: integer("parts_begun").notNull().default(0),
    /** What it became; null until then. */
    documentId: uuid("document_id"),
    /** Whether the tenant had these bytes already. */
    duplicate: boolean("duplicate"),
    startedAt: instant("started_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("uploads_open").on(table.tenantId, table.expiresAt).where(sql`document_id IS NULL`)],
);
