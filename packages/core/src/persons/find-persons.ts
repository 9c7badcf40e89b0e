import { AssayError, isUuid } from "@assay/contract";
import { type Database, memberships } from "@assay/db";
import { asc, eq, sql } from "drizzle-orm";
import type { Accounts } from "../ports/accounts.ts";
import { inSystem } from "../tenancy/transact.ts";

/** Where somebody is, or was, a member, by the tenants' ids. */
export function membershipsOf(db: Database, userId: string) {
  return inSystem(db, (tx) =>
    tx
      .select({ tenantId: memberships.tenantId, erasedAt: memberships.erasedAt })
      .from(memberships)
      .where(eq(memberships.userId, userId))
      .orderBy(asc(memberships.tenantId)),
  );
}

/**
 * The ids of who has an address, in lower case, or this id; several where single sign-on knows the address of each tenant as
 * somebody else. Throws NOT_FOUND.
 */
export async function findPersons(db: Database, accounts: Accounts, given: string): Promise<string[]> {
  const found = isUuid(given) ? await findById(db, accounts, given) : await findByAddress(db, accounts, given);
  if (found.length > 0) return found;
  throw new AssayError("NOT_FOUND", `Cannot find a person '${given}'`);
}

async function findById(db: Database, accounts: Accounts, id: string): Promise<string[]> {
  const isKnown = (await membershipsOf(db, id)).length > 0 || (await accounts.findEmail(id)) !== undefined;
  return isKnown ? [id] : [];
}

async function findByAddress(db: Database, accounts: Accounts, email: string): Promise<string[]> {
  const rows = await inSystem(db, (tx) =>
    tx
      .selectDistinct({ userId: memberships.userId })
      .from(memberships)
      .where(eq(sql`lower(${memberships.email})`, email))
      .orderBy(asc(memberships.userId)),
  );
  const holder = await accounts.findByAddress(email);
  return [...new Set([...rows.map(({ userId }) => userId), ...(holder === undefined ? [] : [holder])])];
}
