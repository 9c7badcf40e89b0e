import { AssayError } from "@assay/contract";
import { lockUntilCommit, oneRow, type Transaction, tenantUsage, uploads } from "@assay/db";
import { and, count, eq, gt, isNull, sql } from "drizzle-orm";

/** What one tenant may keep at the most. */
export interface TenantQuota {
  readonly documentsMax: number;
  readonly bytesMax: number;
}

/** Nothing frees room by itself: someone has to delete documents, or the operator to raise the quota. */
const RETRY_AFTER_SECONDS = 3600;

/**
 * Throws RATE_LIMITED when the tenant has no room for the document of this transaction next to its other ones and what comes in parts. Uploads of a tenant wait for each
 * other from here to their commit, so that no two take the last place. The database counts the document at the commit.
 */
export async function requireWithinQuota(
  tx: Transaction,
  { tenantId, sizeBytes }: { readonly tenantId: string; readonly sizeBytes: number },
  quota: TenantQuota,
): Promise<void> {
  await lockUntilCommit(tx, `quota:${tenantId}`);
  const [held = { documents: 0, bytes: 0 }] = await tx
    .select({ documents: tenantUsage.documents, bytes: tenantUsage.bytes })
    .from(tenantUsage)
    .where(eq(tenantUsage.tenantId, tenantId));
  // Each may still become a document.
  const underWay = oneRow(
    await tx
      .select({ documents: count(), bytes: sql`coalesce(sum(${uploads.sizeBytes}), 0)`.mapWith(Number) })
      .from(uploads)
      .where(and(eq(uploads.tenantId, tenantId), isNull(uploads.documentId), gt(uploads.expiresAt, sql`now()`))),
  );
  const documents = held.documents + underWay.documents + 1;
  const bytes = held.bytes + underWay.bytes + sizeBytes;
  const full =
    documents > quota.documentsMax
      ? `${quota.documentsMax} documents`
      : bytes > quota.bytesMax
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
