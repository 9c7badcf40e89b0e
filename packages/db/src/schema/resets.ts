import { RESET_KINDS, RESET_WAYS } from "@assay/contract";
import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

/** A reset of a person's password or second factors, which nobody finishes alone but the person by their own mail. */
export const resets = pgTable(
  "resets",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    userId: uuid("user_id").notNull(),
    kind: text("kind", { enum: RESET_KINDS }).notNull(),
    way: text("way", { enum: RESET_WAYS }).notNull(),
    /** The person themselves, or an ADMIN. */
    requestedBy: uuid("requested_by").notNull(),
    confirmedBy: uuid("confirmed_by"),
    /** SHA-256 of each secret that opens it, as of an invitation. */
    secretHashes: text("secret_hashes").array().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Of the link, or while there is none, of the question. */
    expiresAt: instant("expires_at").notNull(),
    confirmedAt: instant("confirmed_at"),
    usedAt: instant("used_at"),
    withdrawnAt: instant("withdrawn_at"),
  },
  (table) => [
    index("resets_by_secret").using("gin", table.secretHashes),
    index("resets_in_order").on(table.tenantId, table.createdAt, table.id),
    index("resets_old").on(table.createdAt),
    index("resets_of_person").on(table.userId, table.createdAt),
    uniqueIndex("resets_one_open")
      .on(table.tenantId, table.userId, table.kind)
      .where(sql`requested_by <> user_id and used_at is null and withdrawn_at is null`),
    check(
      "resets_two_persons",
      sql`confirmed_by is null or (confirmed_by <> requested_by and confirmed_by <> user_id and requested_by <> user_id)`,
    ),
    check(
      "resets_never_alone",
      sql`way = 'MAIL' or (requested_by <> user_id
      and (confirmed_by is not null or (used_at is null and cardinality(secret_hashes) = 0)))`,
    ),
    check("resets_by_mail", sql`way <> 'MAIL' or (kind = 'PASSWORD' and confirmed_by is null)`),
  ],
);
