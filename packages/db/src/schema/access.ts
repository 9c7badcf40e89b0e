import { ACCESS_KINDS } from "@assay/contract";
import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

/** Who read what. Rows are final, and removed after 13 months; the audit chain does not hold them. */
export const accessRecords = pgTable(
  "access_records",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    createdAt: instant("created_at").notNull().defaultNow(),
    actor: text("actor").notNull(),
    kind: text("kind", { enum: ACCESS_KINDS }).notNull(),
    objectId: uuid("object_id").notNull(),
    runId: uuid("run_id"),
    /** Which ten minutes since 1970. */
    slot: bigint("slot", { mode: "number" }).notNull(),
  },
  (table) => [
    unique("access_records_once").on(table.tenantId, table.objectId, table.actor, table.kind, table.slot),
    index("access_records_in_order").on(table.tenantId, table.createdAt, table.id),
    index("access_records_by_actor").on(table.tenantId, table.actor, table.createdAt, table.id),
    index("access_records_of_object").on(table.tenantId, table.objectId, table.createdAt, table.id),
    index("access_records_of_run")
      .on(table.tenantId, table.runId, table.createdAt, table.id)
      .where(sql`run_id IS NOT NULL`),
    index("access_records_old").on(table.createdAt),
  ],
);
