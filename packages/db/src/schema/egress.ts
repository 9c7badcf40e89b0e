import { EGRESS_PURPOSES, PROVIDERS } from "@assay/contract";
import { bigint, date, foreignKey, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { tenantId } from "./columns.ts";
import { runs } from "./runs.ts";
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
    foreignKey({
      name: "egress_run",
      columns: [table.tenantId, table.runId],
      foreignColumns: [runs.tenantId, runs.id],
    }),
  ],
);
