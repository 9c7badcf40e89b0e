import type { DeploymentDetails } from "@assay/contract";
import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant, primaryId } from "./columns.ts";

/** What was done that belongs to no tenant, as one chain of hashes. Rows are final. */
export const deploymentEntries = pgTable(
  "deployment_entries",
  {
    id: primaryId(),
    sequence: bigint("sequence", { mode: "number" }).notNull().unique(),
    createdAt: instant("created_at").notNull(),
    action: text("action").notNull(),
    objectType: text("object_type").notNull(),
    objectId: text("object_id").notNull(),
    actor: text("actor").notNull(),
    details: jsonb("details").$type<DeploymentDetails>().notNull(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [
    index("deployment_entries_by_action").on(table.action, table.sequence),
    index("deployment_entries_by_object").on(table.objectId, table.sequence),
  ],
);
