import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instant, tenantId } from "./columns.ts";

/** Spans as they may be exported: already scrubbed. */
export const spans = pgTable(
  "spans",
  {
    tenantId: tenantId(),
    traceId: text("trace_id").notNull(),
    spanId: text("span_id").notNull(),
    parentSpanId: text("parent_span_id"),
    runId: uuid("run_id"),
    name: text("name").notNull(),
    kind: smallint("kind").notNull(),
    statusCode: smallint("status_code").notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at").notNull(),
    /** When the collector took it. */
    exportedAt: instant("exported_at"),
    attributes: jsonb("attributes").$type<Record<string, string | number | boolean | string[]>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.traceId, table.spanId] }),
    index().on(table.tenantId, table.runId),
    index("spans_in_order").on(table.tenantId, table.traceId, table.startedAt, table.spanId),
    index("spans_failed").on(table.tenantId, table.startedAt).where(sql`status_code = 2`),
    index("spans_to_export").on(table.endedAt).where(sql`exported_at is null`),
    // What the sweep finds old spans by.
    index("spans_ended_at").on(table.endedAt),
    // What a tenant's rule finds them by.
    index("spans_of_tenant_ended_at").on(table.tenantId, table.endedAt),
  ],
);
