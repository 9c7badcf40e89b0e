import { boolean, foreignKey, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { memberships } from "./tenancy.ts";

/** What a member has let an application read through `/mcp`. Of codes and tokens only SHA-256 is kept. */
export const connections = pgTable(
  "connections",
  {
    id: primaryId(),
    tenantId: tenantId(),
    userId: uuid("user_id").notNull(),
    /** Of the person who agreed: with it the connection ends. */
    sessionId: text("session_id").notNull(),
    /** Whether that session had proved one. */
    hasSecondFactor: boolean("has_second_factor").notNull(),
    clientId: text("client_id").notNull(),
    clientName: text("client_name").notNull(),
    redirectUri: text("redirect_uri").notNull(),
    /** The address that its tokens are for. */
    resource: text("resource").notNull(),
    codeChallenge: text("code_challenge").notNull(),
    codeHash: text("code_hash").notNull(),
    codeExpiresAt: instant("code_expires_at").notNull(),
    codeUsedAt: instant("code_used_at"),
    /** The part that all its refresh tokens share, so that one of before is known again. */
    familyHash: text("family_hash"),
    refreshHash: text("refresh_hash"),
    previousRefreshHash: text("previous_refresh_hash"),
    refreshedAt: instant("refreshed_at"),
    accessHash: text("access_hash"),
    accessExpiresAt: instant("access_expires_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    endedAt: instant("ended_at"),
    endedBy: text("ended_by"),
  },
  (table) => [
    unique("connections_tenant_id_id").on(table.tenantId, table.id),
    unique("connections_code_hash").on(table.codeHash),
    unique("connections_family_hash").on(table.familyHash),
    unique("connections_access_hash").on(table.accessHash),
    index("connections_in_order").on(table.tenantId, table.createdAt, table.id),
    index("connections_by_age").on(table.createdAt),
    index("connections_of_member").on(table.tenantId, table.userId, table.createdAt, table.id),
    foreignKey({
      name: "connections_member",
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }),
  ],
);
