import { AssayError } from "@assay/contract";
import { documents, oneRow, type Transaction } from "@assay/db";
import { count, eq, sql } from "drizzle-orm";

/** What one tenant may keep at the most. */
export interface TenantQuota {
  readonly documentsMax: number;
  readonly bytesMax: number;
}

/** Nothing frees room by itself: someone has to delete documents, or the operator to raise the quota. */
const RETRY_AFTER_SECONDS = 3600;

/**
 * Throws RATE_LIMITED when the tenant holds more than its quota, the upload under way included. Uploads of a tenant wait
 * for each other from here to their commit, so that no two take the last place.
 */
export async function requireWithinQuota(tx: Transaction, tenantId: string, quota: TenantQuota): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`quota:${tenantId}`}, 0))`);
  const held = oneRow(
    await tx
      .select({ documents: count(), bytes: sql<number>`coalesce(sum(${documents.sizeBytes}), 0)::float8` })
      .from(documents)
      .where(eq(documents.tenantId, tenantId)),
  );
  const full =
    held.documents > quota.documentsMax
      ? `${quota.documentsMax} documents`
      : held.bytes > quota.bytesMax
        ? `${quota.bytesMax} bytes of documents`
        : undefined;
  if (full !== undefined)
    throw new AssayError(
      "RATE_LIMITED",
      `Cannot store the file because a tenant can have at most ${full}: delete some first`,
      {
        details: { documentsMax: quota.documentsMax, bytesMax: quota.bytesMax },
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      },
    );
}
