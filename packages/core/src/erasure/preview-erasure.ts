import type { ErasurePreview } from "@assay/contract";
import { readTenant } from "../tenancy/administer-tenants.ts";
import type { Context } from "../tenancy/context.ts";
import { isErasing } from "../tenancy/require-not-erasing.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { countRows } from "./count-rows.ts";
import { readFacts } from "./read-facts.ts";
import { listActiveHolds, toHold } from "./tenant-holds.ts";

/** What an erasure would delete, and what refuses it now. Changes nothing. Throws NOT_FOUND. */
export async function previewErasure(ctx: Context, tenantId: string): Promise<ErasurePreview> {
  const { name, status } = await readTenant(ctx, tenantId);
  const holds = await listActiveHolds(ctx.db, tenantId);
  const { rows, facts } = await inTenant({ db: ctx.db, tenantId }, async (tx) => ({
    rows: await countRows(tx, tenantId),
    facts: await readFacts(tx, tenantId),
  }));
  return {
    tenantId,
    name,
    rows,
    rowsTotal: Object.values(rows).reduce((sum, n) => sum + n, 0),
    documents: facts.documents.count,
    bytes: facts.documents.bytes,
    snapshots: facts.snapshots.length,
    fileKeys: facts.fileKeys.length,
    holds: holds.map(toHold),
    refusal: (await inSystem(ctx.db, (tx) => isErasing(tx, tenantId)))
      ? "ERASING"
      : holds.length > 0
        ? "HELD"
        : status === "ACTIVE"
          ? "NOT_SUSPENDED"
          : null,
  };
}
