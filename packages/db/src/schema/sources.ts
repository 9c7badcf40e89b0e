import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

/** A sync that is under way: what a source says it has. Gone when the sync is closed. */
export const sourcePlans = pgTable(
  "source_plans",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    source: text("source").notNull(),
    startedBy: text("started_by").notNull(),
    startedAt: instant("started_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    /** When all of it had been read; null while it comes in. */
    receivedAt: instant("received_at"),
    /** Changes nothing and hinders no other plan. */
    dryRun: boolean("dry_run").notNull(),
  },
  (table) => [
    unique("source_plans_tenant_id_id").on(table.tenantId, table.id),
    uniqueIndex("source_plans_open").on(table.tenantId, table.source).where(sql`NOT dry_run`),
  ],
);

export const PLAN_ACTIONS = ["upload", "unchanged", "refused", "retire"] as const;

/** Why the service does not take a file. */
export interface FileRefusal {
  readonly code: string;
  readonly reason: string;
  /** Whether this release has seen these bytes, so that no caller's word is needed. */
  readonly checked: boolean;
}

/** What is to be done with a file of a source, or at a place where it has none any more. */
export const sourcePlanFiles = pgTable(
  "source_plan_files",
  {
    tenantId: tenantId(),
    planId: uuid("plan_id").notNull(),
    /** SHA-256 of the path, which may be too long for an index. */
    pathHash: text("path_hash").notNull(),
    path: text("path").notNull(),
    action: text("action", { enum: PLAN_ACTIONS }).notNull(),
    /** Null where the source has no file. */
    sha256Hash: text("sha256_hash"),
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    /** What stood there when the plan was made. */
    placeId: uuid("place_id"),
    documentId: uuid("document_id"),
    /** Known before, or found when the file was sent. */
    refusal: jsonb("refusal").$type<FileRefusal>(),
  },
  (table) => [
    primaryKey({ name: "source_plan_files_pk", columns: [table.planId, table.pathHash] }),
    foreignKey({
      name: "source_plan_files_plan",
      columns: [table.tenantId, table.planId],
      foreignColumns: [sourcePlans.tenantId, sourcePlans.id],
    }).onDelete("cascade"),
  ],
);

/** What a source had at the end of a sync, as it was signed. Never changed. */
export const sourceManifests = pgTable(
  "source_manifests",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    source: text("source").notNull(),
    /** From 1, by source. */
    sequence: integer("sequence").notNull(),
    planId: uuid("plan_id"),
    /** RFC 8785 canonical JSON of a ManifestPayload. */
    payload: text("payload").notNull(),
    payloadHash: text("payload_hash").notNull(),
    signature: text("signature").notNull(),
    keyId: text("key_id").notNull(),
    closedBy: text("closed_by").notNull(),
    closedAt: instant("closed_at").notNull(),
  },
  (table) => [
    unique("source_manifests_tenant_id_id").on(table.tenantId, table.id),
    unique("source_manifests_in_order").on(table.tenantId, table.source, table.sequence),
    index("source_manifests_of_plan").on(table.tenantId, table.planId).where(sql`plan_id IS NOT NULL`),
  ],
);

/** The files of a manifest, as lines of JSON in the order of their paths, some thousands a row. */
export const sourceManifestParts = pgTable(
  "source_manifest_parts",
  {
    tenantId: tenantId(),
    manifestId: uuid("manifest_id").notNull(),
    partIndex: integer("part_index").notNull(),
    lines: text("lines").notNull(),
  },
  (table) => [
    primaryKey({ name: "source_manifest_parts_pk", columns: [table.manifestId, table.partIndex] }),
    foreignKey({
      name: "source_manifest_parts_manifest",
      columns: [table.tenantId, table.manifestId],
      foreignColumns: [sourceManifests.tenantId, sourceManifests.id],
    }),
  ],
);
