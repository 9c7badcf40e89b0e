import { AssayError, isUuid } from "@assay/contract";
import { type Transaction, uploads } from "@assay/db";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../tenancy/context.ts";
import { hasRole } from "../../tenancy/require-role.ts";
import { inTenant } from "../../tenancy/transact.ts";

export type UploadRow = typeof uploads.$inferSelect;

/** Where a part of an upload is kept. */
export function partKey({ tenantId, id }: Pick<UploadRow, "tenantId" | "id">, part: number): string {
  return `${tenantId}/${id}/${part}`;
}

type Caller = Pick<Context, "tenantId" | "actor">;

const isLive = ({ tenantId }: Caller, id: string): SQL =>
  and(eq(uploads.tenantId, tenantId), eq(uploads.id, id), sql`${uploads.expiresAt} > now()`)!;

/** The caller's own, as long as it has not expired: anybody else's is not there. */
export const isOwn = (caller: Caller, id: string): SQL =>
  and(isLive(caller, id), eq(uploads.startedBy, caller.actor.id))!;

/** For an ADMIN any of the tenant: all take room of its quota. */
export const isDiscardable = (caller: Caller, id: string): SQL =>
  hasRole(caller.actor, "ADMIN") ? isLive(caller, id) : isOwn(caller, id);

/** Throws NOT_FOUND for one that has expired, and for another's. */
export function getUpload(ctx: Context, id: string): Promise<UploadRow> {
  return inTenant(ctx, (tx) => requireUpload(tx, ctx, id));
}

export async function requireUpload(
  tx: Transaction,
  ctx: Context,
  id: string,
  isIt: typeof isOwn = isOwn,
): Promise<UploadRow> {
  const [row] = isUuid(id) ? await tx.select().from(uploads).where(isIt(ctx, id)) : [];
  if (row) return row;
  throw new AssayError("NOT_FOUND", `Cannot find upload '${id}': it may have expired, so begin it again`, {
    details: { id },
  });
}
