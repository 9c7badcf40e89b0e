import { type Database, documents, fileKeys } from "@assay/db";
import { and, count, countDistinct, eq, isNull, lt, or, sql } from "drizzle-orm";
import { inSystem } from "../tenancy/transact.ts";

export interface FileKeyInspection {
  /** Of each of the deployment's keys, how many keys of tenants it sealed. */
  readonly sealedBy: ReadonlyMap<string, number>;
  /** Documents that may be stored as they were uploaded, or under an earlier key, and their tenants. */
  readonly uncovered: { readonly documents: number; readonly tenants: number };
}

/** What is encrypted, as the database has it: no file is read. */
export async function inspectFileKeys(db: Database): Promise<FileKeyInspection> {
  return inSystem(db, async (tx) => {
    const sealed = await tx
      .select({ keyId: fileKeys.sealedBy, keys: count() })
      .from(fileKeys)
      .where(isNull(fileKeys.destroyedAt))
      .groupBy(fileKeys.sealedBy);
    const isActive = and(
      eq(fileKeys.tenantId, documents.tenantId),
      isNull(fileKeys.retiredAt),
      isNull(fileKeys.destroyedAt),
    );
    const isUncovered = or(
      isNull(fileKeys.id),
      and(isNull(fileKeys.coversAllAt), lt(documents.uploadedAt, fileKeys.createdAt)),
    );
    const [uncovered] = await tx
      .select({ documents: count(sql`${documents.id}`), tenants: countDistinct(sql`${documents.tenantId}`) })
      .from(documents)
      .leftJoin(fileKeys, isActive)
      .where(isUncovered);
    return { sealedBy: new Map(sealed.map(({ keyId, keys }) => [keyId, keys])), uncovered: uncovered! };
  });
}
