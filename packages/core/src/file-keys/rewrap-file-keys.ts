import { type Database, fileKeys } from "@assay/db";
import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { KeyWrapper } from "../ports/key-wrapper.ts";
import { systemActor } from "../tenancy/context.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { contextOf } from "./context-of.ts";

/**
 * Wraps tenants' keys with the deployment's active key that an earlier one wrapped, so that the earlier one can be dropped;
 * with `all` also those that an earlier version of the same one wrapped. Files stay as they are. What cannot be unwrapped
 * stays and is for doctor. Returns how many it changed.
 */
export async function rewrapFileKeys(db: Database, wrapper: KeyWrapper, { all = false } = {}): Promise<number> {
  const isOlder = all ? undefined : ne(fileKeys.sealedBy, wrapper.keyId);
  const older = await inSystem(db, (tx) =>
    tx
      .select({ id: fileKeys.id, tenantId: fileKeys.tenantId })
      .from(fileKeys)
      .where(and(isNull(fileKeys.destroyedAt), isOlder)),
  );
  let changed = 0;
  for (const key of older) if (await rewrap(db, wrapper, key)) changed += 1;
  return changed;
}

async function rewrap(
  db: Database,
  wrapper: KeyWrapper,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<boolean> {
  const isKey = and(eq(fileKeys.tenantId, tenantId), eq(fileKeys.id, id), isNotNull(fileKeys.sealed));
  const [row] = await inTenant({ db, tenantId }, (tx) => tx.select().from(fileKeys).where(isKey));
  if (!row?.sealed) return false;
  const context = contextOf(row);
  const key = await wrapper.unwrap({ keyId: row.sealedBy, bytes: row.sealed }, context);
  if (!key) return false;
  const { keyId, bytes } = await wrapper.wrap(key, context);
  return inTenant({ db, tenantId }, async (tx) => {
    const changed = await tx
      .update(fileKeys)
      .set({ sealed: bytes, sealedBy: keyId })
      .where(isKey)
      .returning({ id: fileKeys.id });
    const events = changed.map((each) => ({
      ...({ action: "file_key.resealed", objectType: "file_key", objectId: each.id } as const),
    }));
    await recordAudit(tx, systemActor(tenantId), ...events);
    return changed.length > 0;
  });
}
