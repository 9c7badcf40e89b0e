import type { AccessKind } from "@assay/contract";
import { accessRecords } from "@assay/db";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";

export interface Access {
  readonly kind: AccessKind;
  readonly objectId: string;
  readonly runId: string | null;
}

/** A viewer reads a file in many ranges: what one reader reads of an object within this time is one record. */
const SLOT_MS = 600_000;

/** Records who reads what, before the first byte is sent: what cannot be recorded is not read. */
export function recordAccess({ db, tenantId, actor }: Context, access: Access): Promise<void> {
  const slot = Math.floor(Date.now() / SLOT_MS);
  return inTenant({ db, tenantId }, async (tx) => {
    await tx
      .insert(accessRecords)
      .values({ tenantId, actor: actor.id, slot, ...access })
      .onConflictDoNothing();
  });
}
