import { type Database, memberships } from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import { inSystem } from "./transact.ts";

/** Every active membership of somebody with this address, given in lower case. */
export function membershipsOfAddress(db: Database, email: string) {
  return inSystem(db, (tx) =>
    tx
      .select({ tenantId: memberships.tenantId, userId: memberships.userId })
      .from(memberships)
      .where(and(eq(sql`lower(${memberships.email})`, email), isNull(memberships.revokedAt))),
  );
}
