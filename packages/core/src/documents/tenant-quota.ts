import { type DefaultLimits, effectiveLimits } from "@assay/contract";
import { lockUntilCommit, oneRow, type Transaction, tenantUsage, uploads } from "@assay/db";
import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import { limitExceeded, readLimits } from "../tenancy/tenant-limits.ts";

/** What a tenant without limits of its own may keep at the most. */
export type TenantQuota = DefaultLimits;

/**
 * Throws TENANT_LIMIT_EXCEEDED when the tenant has no room for the document of this transaction next to its other ones and what comes in parts. Uploads of a tenant wait for each
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
  const { documentsMax, bytesMax } = effectiveLimits(await readLimits(tx, tenantId), quota);
  if (documents > documentsMax!) throw full("documentsMax", documentsMax!, documents, "documents");
  if (bytes > bytesMax!) throw full("bytesMax", bytesMax!, bytes, "bytes of documents");
}

function full(name: "documentsMax" | "bytesMax", limit: number, value: number, what: string) {
  const message = `Cannot store the file because the tenant can have at most ${limit} ${what}: delete some first, or ask an operator for a higher limit`;
  return limitExceeded(message, { name, limit, value });
}
