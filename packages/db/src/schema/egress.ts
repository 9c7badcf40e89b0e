import { EGRESS_PURPOSES, PROVIDERS } from "@assay/contract";
import { bigint, date, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

/** What of a tenant was sent where: a row for a day, run, host and purpose, whose counts only grow. */
export const egress = pgTable(
  "egress",
  {
    tenantId: tenantId().references(() => tenants.id),
    /** In UTC. */
    day: date("day").notNull(),
    /** Null for what belongs to no run. */
    runId: uuid("run_id"),
    provider: text("provider", { enum: PROVIDERS }).notNull(),
    host: text("host").notNull(),
    purpose: text("purpose", { enum: EGRESS_PURPOSES }).notNull(),
    requests: integer("requests").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
  },
  (table) => [
    unique("egress_once")
      .on(table.tenantId, table.day, table.runId, table.provider, table.host, table.purpose)
      .nullsNotDistinct(),
    index("egress_of_run").on(table.tenantId, table.runId),
  ],
);

/** What of a document was sent where, over all days: kept when the document is deleted, for the runs that judged it. */
export const documentEgress = pgTable(
  "document_egress",
  {
    tenantId: tenantId().references(() => tenants.id),
    documentId: uuid("document_id").notNull(),
    provider: text("provider", { enum: PROVIDERS }).notNull(),
    host: text("host").notNull(),
    purpose: text("purpose", { enum: EGRESS_PURPOSES }).notNull(),
    /** Of a request that held several documents its part, by the length of their texts. */
    bytes: bigint("bytes", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.documentId, table.provider, table.host, table.purpose] })],
);
