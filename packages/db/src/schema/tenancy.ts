import { ROLES, type Role } from "@assay/contract";
import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";

export const tenants = pgTable("tenants", {
  id: primaryId(),
  name: text("name").notNull(),
  status: text("status", { enum: ["ACTIVE", "INACTIVE"] })
    .notNull()
    .default("ACTIVE"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const memberships = pgTable(
  "memberships",
  {
    tenantId: tenantId().references(() => tenants.id),
    userId: uuid("user_id").notNull(),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).$type<Role>().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

/** Answers kept so that a repeated request with the same Idempotency-Key gets the first one again. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    tenantId: tenantId().references(() => tenants.id),
    key: text("key").notNull(),
    /** Names the claim, so that a request whose claim was taken over cannot complete it. */
    claimId: uuid("claim_id").notNull(),
    state: text("state", { enum: ["UNDER_WAY", "DONE"] }).notNull(),
    requestDigest: text("request_digest"),
    responseStatus: smallint("response_status"),
    responseBody: text("response_body"),
    /** A claim whose owner died may be taken over after this. */
    claimedUntil: instant("claimed_until").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.key] })],
);

/** One row: when the sweep ran last, whoever ran it. */
export const sweeps = pgTable(
  "sweeps",
  { id: integer("id").primaryKey().default(1), sweptAt: instant("swept_at").notNull() },
  (table) => [check("sweeps_one_row", sql`${table.id} = 1`)],
);
