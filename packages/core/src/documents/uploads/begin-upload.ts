import type { UploadFields } from "@assay/contract";
import { newId, oneRow, uploads } from "@assay/db";
import { databaseTimeIn } from "../../database-clock.ts";
import { enqueue } from "../../jobs/job.ts";
import type { Context } from "../../tenancy/context.ts";
import { requireRole } from "../../tenancy/require-role.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { requireOwner } from "../require-owner.ts";
import { requireWithinQuota, type TenantQuota } from "../tenant-quota.ts";
import type { UploadRow } from "./find-upload.ts";

export interface BeginUploadInput {
  readonly filename: string;
  readonly fields: UploadFields;
  /** The document of which it is to be a new version. */
  readonly versionOf?: string | undefined;
  readonly sizeBytes: number;
}

/**
 * Begins a file that comes in parts. It takes its room from the tenant's quota at once, and is deleted `keepMs` from now,
 * whatever becomes of the process. Throws RATE_LIMITED where there is no room, NOT_FOUND for an owner who is no member.
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
