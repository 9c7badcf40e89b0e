import { type Database, fileKeys } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";
import type { KeyWrapper } from "../ports/key-wrapper.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { contextOf } from "./context-of.ts";
import { cannotOpen, newSecret } from "./open-file-keys.ts";

interface Ages {
  /** How long a good result is repeated. */
  readonly okMs: number;
  /** How long a failure is. */
  readonly failedMs: number;
  readonly nowMs: () => number;
}

const PROBE = "readiness";

/**
 * Tells whether the deployment's key opens what it sealed: for each key that sealed tenants' keys one of them is unwrapped,
 * or a random one where there is none. What was found is repeated for a while, so that a key service is not asked by each
 * request. Throws as `FileKeys` does.
 */
export function createFileKeysCheck(
  openWrapper: () => Promise<KeyWrapper>,
  { okMs, failedMs, nowMs }: Ages,
): (db: Database) => Promise<void> {
  let last: { readonly found: Promise<unknown>; readonly until: number } | undefined;
  return async (db) => {
    if (!last || nowMs() >= last.until) {
      const found = check(db, openWrapper).then(
        () => undefined,
        (error: unknown) => error,
      );
      last = { found, until: Number.POSITIVE_INFINITY };
      const isOk = (await found) === undefined;
      last = { found, until: nowMs() + (isOk ? okMs : failedMs) };
    }
    const error = await last.found;
    if (error !== undefined) throw error;
  };
}

async function check(db: Database, openWrapper: () => Promise<KeyWrapper>): Promise<void> {
  const wrapper = await openWrapper();
  const sealing = await inSystem(db, (tx) =>
    tx
      .selectDistinctOn([fileKeys.sealedBy], { id: fileKeys.id, tenantId: fileKeys.tenantId })
      .from(fileKeys)
      .where(isNull(fileKeys.destroyedAt))
      .orderBy(fileKeys.sealedBy, fileKeys.id),
  );
  if (sealing.length === 0) await wrapper.unwrap(await wrapper.wrap(newSecret(), PROBE), PROBE);
  for (const key of sealing) await unwrapOne(db, wrapper, key);
}

async function unwrapOne(
  db: Database,
  wrapper: KeyWrapper,
  { id, tenantId }: { readonly id: string; readonly tenantId: string },
): Promise<void> {
  const [row] = await inTenant({ db, tenantId }, (tx) =>
    tx
      .select({ sealed: fileKeys.sealed, sealedBy: fileKeys.sealedBy })
      .from(fileKeys)
      .where(and(eq(fileKeys.tenantId, tenantId), eq(fileKeys.id, id))),
  );
  // Destroyed meanwhile.
  if (!row?.sealed) return;
  const { sealed, sealedBy } = row;
  if (!(await wrapper.unwrap({ keyId: sealedBy, bytes: sealed }, contextOf({ tenantId, id }))))
    throw cannotOpen(sealedBy);
}
