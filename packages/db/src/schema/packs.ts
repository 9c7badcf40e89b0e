import { CRITERIA_VERSION_STATUSES, type Expectation } from "@assay/contract";
import { foreignKey, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

export const packs = pgTable("packs", {
  id: primaryId(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const criteriaVersions = pgTable(
  "criteria_versions",
  {
    id: primaryId(),
    packId: uuid("pack_id")
      .notNull()
      .references(() => packs.id),
    version: integer("version").notNull(),
    status: text("status", { enum: CRITERIA_VERSION_STATUSES }).notNull().default("DRAFT"),
    createdAt: instant("created_at").notNull().defaultNow(),
    publishedAt: instant("published_at"),
  },
  (table) => [unique().on(table.packId, table.version), unique().on(table.packId, table.id)],
);

export const criteria = pgTable(
  "criteria",
  {
    criteriaVersionId: uuid("criteria_version_id")
      .notNull()
      .references(() => criteriaVersions.id),
    criterionId: integer("criterion_id").notNull(),
    /** The group of the imported file that the integer was assigned to, so that later versions give it the same one. */
    sourceKey: text("source_key"),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.criteriaVersionId, table.criterionId] })],
);

export const requirements = pgTable(
  "requirements",
  {
    id: primaryId(),
    criteriaVersionId: uuid("criteria_version_id").notNull(),
    requirementId: text("requirement_id").notNull(),
    criterionId: integer("criterion_id").notNull(),
    title: text("title").notNull(),
    subcheckLabel: text("subcheck_label"),
    /** What an assessor examines for it: widens the search for evidence, is never shown. */
    retrievalHint: text("retrieval_hint"),
    /** Null where neither the pack nor the wording says it, and in versions from before. */
    expectation: jsonb("expectation").$type<Expectation>(),
    /** Order within the pack. */
    position: integer("position").notNull(),
  },
  (table) => [
    unique().on(table.criteriaVersionId, table.requirementId),
    unique().on(table.criteriaVersionId, table.position),
    foreignKey({
      columns: [table.criteriaVersionId, table.criterionId],
      foreignColumns: [criteria.criteriaVersionId, criteria.criterionId],
    }),
  ],
);

/** A tenant uses a pack at one criteria version. */
export const packBindings = pgTable(
  "pack_bindings",
  {
    tenantId: tenantId().references(() => tenants.id),
    packId: uuid("pack_id").notNull(),
    criteriaVersionId: uuid("criteria_version_id").notNull(),
    boundAt: instant("bound_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.packId] }),
    foreignKey({
      columns: [table.packId, table.criteriaVersionId],
      foreignColumns: [criteriaVersions.packId, criteriaVersions.id],
    }),
  ],
);
