import { AssayError, type UploadFields } from "@assay/contract";
import { newId, oneRow, type Transaction, uploads } from "@assay/db";
import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import { databaseTimeIn } from "../../database-clock.ts";
import { enqueue } from "../../jobs/job.ts";
import type { Context } from "../../tenancy/context.ts";
import { requireRole } from "../../tenancy/require-role.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { requireOwner } from "../require-owner.ts";
import { requireWithinQuota, type TenantQuota } from "../tenant-quota.ts";
import type { UploadRow } from "./find-upload.ts";

/** Of one person or key, so that nobody takes all of the tenant's room. */
const OPEN_MAX = 100;
const RETRY_AFTER_SECONDS = 60;

export interface BeginUploadInput {
  readonly filename: string;
  readonly fields: UploadFields;
  /** The document of which it is to be a new version. */
  readonly versionOf?: string | undefined;
  readonly sizeBytes: number;
}

/**
 * Begins a file that comes in parts. It takes its room from the tenant's quota at once, and is deleted `keepMs` from now,
 * whatever becomes of the process. Throws TENANT_LIMIT_EXCEEDED where there is no room, RATE_LIMITED for the caller's 101st
 * that is under way, NOT_FOUND for an owner who is no member.
 */
export function beginUpload(
  ctx: Context,
  { filename, fields, versionOf, sizeBytes }: BeginUploadInput,
  { quota, keepMs }: { readonly quota: TenantQuota; readonly keepMs: number },
): Promise<UploadRow> {
  requireRole(ctx, "MEMBER");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    if (fields.ownerId !== undefined) await requireOwner(tx, tenantId, fields.ownerId);
    const id = newId();
    await enqueue(tx, [{ tenantId, kind: "file", subjectId: id, stage: "expire", delayMs: keepMs }]);
    // Last, as other uploads of the tenant wait from here on.
    await requireWithinQuota(tx, { tenantId, sizeBytes }, quota);
    await requireFewOpen(tx, ctx);
    const rows = await tx
      .insert(uploads)
      .values({
        ...{ id, tenantId, startedBy: ctx.actor.id, filename, fields, versionOf, sizeBytes },
        expiresAt: databaseTimeIn(keepMs),
      })
      .returning();
    return oneRow(rows);
  });
}

async function requireFewOpen(tx: Transaction, { tenantId, actor }: Context): Promise<void> {
  const open = and(
    eq(uploads.tenantId, tenantId),
    eq(uploads.startedBy, actor.id),
    isNull(uploads.documentId),
    gt(uploads.expiresAt, sql`now()`),
  );
  const { begun } = oneRow(await tx.select({ begun: count() }).from(uploads).where(open));
  if (begun < OPEN_MAX) return;
  throw new AssayError(
    "RATE_LIMITED",
    `Cannot begin an upload because you have ${OPEN_MAX} under way: end some, or give them up`,
    { details: { openMax: OPEN_MAX }, retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
