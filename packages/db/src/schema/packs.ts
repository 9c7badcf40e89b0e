import { CRITERIA_VERSION_STATUSES, type Expectation } from "@assay/contract";
import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

/** The tenant that a pack is of; null: the deployment's. Of what a pack holds, a trigger takes it from the pack. */
export const ownerTenantId = () => uuid("owner_tenant_id").references(() => tenants.id);

export const packs = pgTable(
  "packs",
  {
    id: primaryId(),
    ownerTenantId: ownerTenantId(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    /** Every tenant may bind itself to it; only of a pack of the deployment. */
    offeredToAll: boolean("offered_to_all").notNull().default(false),
    /** Since when it takes no versions and no new bindings; tenants that use it keep it. */
    archivedAt: instant("archived_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("packs_of_owner").on(table.ownerTenantId, table.createdAt, table.id),
    index("packs_in_order").on(table.createdAt, table.id),
  ],
);

/** The tenants that may bind themselves to a pack of the deployment. */
export const packOffers = pgTable(
  "pack_offers",
  {
    packId: uuid("pack_id")
      .notNull()
      .references(() => packs.id, { onDelete: "cascade" }),
    tenantId: tenantId().references(() => tenants.id),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.packId] }), index("pack_offers_of_pack").on(table.packId)],
);

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
    ownerTenantId: ownerTenantId(),
  },
  (table) => [
    unique().on(table.packId, table.version),
    unique().on(table.packId, table.id),
    index("criteria_versions_of_owner").on(table.ownerTenantId).where(sql`owner_tenant_id is not null`),
  ],
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
    ownerTenantId: ownerTenantId(),
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
    ownerTenantId: ownerTenantId(),
  },
  (table) => [
    unique().on(table.criteriaVersionId, table.requirementId),
    unique().on(table.criteriaVersionId, table.position),
    foreignKey({
      columns: [table.criteriaVersionId, table.criterionId],
      foreignColumns: [criteria.criteriaVersionId, criteria.criterionId],
    }),
    index("requirements_of_owner").on(table.ownerTenantId).where(sql`owner_tenant_id is not null`),
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
