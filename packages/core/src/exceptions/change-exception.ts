import { AssayError, type Exception, type ExceptionStatus, isUuid } from "@assay/contract";
import { exceptions, oneRow, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import { requireLocked } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { type ActingPerson, requireActOfPerson } from "../tenancy/require-act-of-person.ts";
import { inTenant } from "../tenancy/transact.ts";
import { type DatedException, datedException, showExceptions, statusOf } from "./to-exception.ts";

export interface Decision {
  readonly change: PgUpdateSetSource<typeof exceptions>;
  readonly action: AuditEvent["action"];
  readonly details: NonNullable<AuditEvent["details"]>;
}

/**
 * Changes an exception as `decide` says, which sees it locked. `act` completes "Cannot … an exception". Throws FORBIDDEN
 * for who is no person of this tenant, NOT_FOUND, CROSS_TENANT_ACCESS_DENIED, and what `decide` throws.
 */
export async function changeException(
  ctx: Context,
  { id, act }: { readonly id: string; readonly act: string },
  decide: (person: ActingPerson, row: DatedException) => Decision | Promise<Decision>,
): Promise<Exception> {
  const changed = await inTenant(ctx, async (tx) => {
    const person = await requireActOfPerson(tx, ctx, `${act} an exception`);
    const row = isUuid(id) ? await lockException(tx, ctx.tenantId, id) : undefined;
    return row && apply(tx, ctx, row, await decide(person, row));
  });
  return found(ctx, "exception", id, changed);
}

async function lockException(tx: Transaction, tenantId: string, id: string): Promise<DatedException | undefined> {
  const [row] = await tx.select(datedException).from(exceptions).where(isException(tenantId, id)).for("update");
  if (row) await requireLocked(tx, "exception", { tenantId, id, row });
  return row;
}

async function apply(
  tx: Transaction,
  ctx: Context,
  { id, requirementId, kind, validFrom, validUntil }: DatedException,
  { change, action, details }: Decision,
): Promise<Exception> {
  const { tenantId } = ctx;
  await tx.update(exceptions).set(change).where(isException(tenantId, id));
  const row = oneRow(await tx.select(datedException).from(exceptions).where(isException(tenantId, id)));
  const [shown] = await showExceptions(tx, tenantId, [row]);
  await recordAudit(tx, ctx, {
    action,
    objectType: "exception",
    objectId: id,
    details: { requirementId, kind, validFrom, validUntil, ...details },
  });
  return shown!;
}

/** Throws INVALID_STATE unless the exception has one of these states now. */
export function requireStatus(row: DatedException, act: string, allowed: readonly ExceptionStatus[]): void {
  const status = statusOf(row);
  if (allowed.includes(status)) return;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot ${act} exception '${row.id}' because its status must be ${allowed.join(" or ")}: it is ${status}`,
    { details: { id: row.id, status } },
  );
}

const isException = (tenantId: string, id: string) => and(eq(exceptions.tenantId, tenantId), eq(exceptions.id, id));
