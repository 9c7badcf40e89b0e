import { type Database, documents, type Transaction, tenants, uploads } from "@assay/db";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { fileKey } from "./documents/register-upload.ts";
import { partKey } from "./documents/uploads/find-upload.ts";
import type { FileStore, StoredFile } from "./ports/file-store.ts";
import { inSystem, inTenant } from "./tenancy/transact.ts";

/** What the database records of a file. */
export interface RecordedFile extends StoredFile {
  readonly key: string;
}

const PAGE = 200;

export async function listTenants(db: Database): Promise<string[]> {
  const rows = await inSystem(db, (tx) => tx.select({ id: tenants.id }).from(tenants).orderBy(asc(tenants.id)));
  return rows.map(({ id }) => id);
}

export async function* pagesOfDocuments(db: Database, tenantId: string): AsyncGenerator<RecordedFile[]> {
  const { id, sizeBytes, sha256Hash } = documents;
  const pageAfter = (last: string | undefined) => (tx: Transaction) =>
    tx
      .select({ id, sizeBytes, sha256: sha256Hash })
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), last === undefined ? undefined : gt(id, last)))
      .orderBy(asc(id))
      .limit(PAGE);
  let last: string | undefined;
  do {
    const page = await inTenant({ db, tenantId }, pageAfter(last));
    yield page.map(({ id: documentId, ...file }) => ({ key: fileKey({ tenantId, documentId }), ...file }));
    last = page.length === PAGE ? page.at(-1)!.id : undefined;
  } while (last !== undefined);
}

/** What has come of uploads that are under way, so that they continue in the other store. A part that is gone is given up by its upload. */
export async function listParts(
  db: Database,
  tenantId: string,
  from: Pick<FileStore, "stat">,
): Promise<RecordedFile[]> {
  const open = and(eq(uploads.tenantId, tenantId), isNull(uploads.documentId), gt(uploads.expiresAt, sql`now()`));
  const rows = await inTenant({ db, tenantId }, (tx) => tx.select().from(uploads).where(open));
  const files: RecordedFile[] = [];
  for (const row of rows)
    for (const part of row.parts) {
      const key = partKey(row, part);
      const there = await from.stat(key);
      if (there) files.push({ ...there, sha256: row.partDigests[part] ?? there.sha256, key });
    }
  return files;
}
