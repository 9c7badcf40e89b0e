import { AssayError } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { findPerson } from "../tenancy/people.ts";

/** Throws NOT_FOUND for nobody who is an active member, INTEGRITY_ERROR for one who is stored otherwise than recorded. */
export async function requireOwner(tx: Transaction, tenantId: string, ownerId: string): Promise<void> {
  if (await findPerson(tx, tenantId, ownerId)) return;
  throw new AssayError("NOT_FOUND", `Cannot make '${ownerId}' the owner because no active member has this id`, {
    details: { id: ownerId },
  });
}
