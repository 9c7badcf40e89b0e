import { type Database, fileKeys, newId } from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { KeyWrapper } from "../ports/key-wrapper.ts";
import { inTenant } from "../tenancy/transact.ts";
import { contextOf } from "./context-of.ts";
import { addFileKey, newSecret } from "./open-file-keys.ts";

/** Gives a tenant a new key for what is stored from now on; those before it still open. */
export async function rotateFileKey(db: Database, wrapper: KeyWrapper, tenantId: string): Promise<void> {
  const id = newId();
  const { keyId, bytes } = await wrapper.wrap(newSecret(), contextOf({ tenantId, id }));
  await inTenant({ db, tenantId }, async (tx) => {
    await tx
      .update(fileKeys)
      .set({ retiredAt: sql`now()` })
      .where(and(eq(fileKeys.tenantId, tenantId), isNull(fileKeys.retiredAt), isNull(fileKeys.destroyedAt)));
    await addFileKey(tx, { id, tenantId, sealed: bytes, sealedBy: keyId });
  });
}
