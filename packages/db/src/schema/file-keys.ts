import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytes, instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

/** What a tenant's originals are encrypted with, sealed by a key that the database does not hold. */
export const fileKeys = pgTable(
  "file_keys",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    /** Null when the key is destroyed: nothing opens its files again. */
    sealed: bytes("sealed"),
    /** Names the deployment's key that sealed it. */
    sealedBy: text("sealed_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Another key encrypts since; this one still opens. */
    retiredAt: instant("retired_at"),
    destroyedAt: instant("destroyed_at"),
    /** When every file that the database records was found under this key. */
    coversAllAt: instant("covers_all_at"),
  },
  (table) => [
    uniqueIndex("file_keys_active").on(table.tenantId).where(sql`retired_at is null and destroyed_at is null`),
  ],
);
