import { type Database, documents, tenants, uploads } from "@assay/db";
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

interface Page {
  readonly files: RecordedFile[];
  /** The document behind which the next one begins; undefined behind the last. */
  readonly last: string | undefined;
}

/** The originals of a tenant in the order of their documents, behind the one that is named. */
export async function pageOfDocuments(
  db: Database,
  tenantId: string,
  after: string | undefined,
  limit = PAGE,
): Promise<Page> {
  const { id, sizeBytes, sha256Hash } = documents;
  const page = await inTenant({ db, tenantId }, (tx) =>
    tx
      .select({ id, sizeBytes, sha256: sha256Hash })
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), after === undefined ? undefined : gt(id, after)))
      .orderBy(asc(id))
      .limit(limit),
  );
  return {
    files: page.map(({ id: documentId, ...file }) => ({ key: fileKey({ tenantId, documentId }), ...file })),
    last: page.length === limit ? page.at(-1)!.id : undefined,
  };
}

export async function* pagesOfDocuments(db: Database, tenantId: string): AsyncGenerator<RecordedFile[]> {
  let last: string | undefined;
  do {
    const page = await pageOfDocuments(db, tenantId, last);
    yield page.files;
    last = page.last;
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
