import { corpusIngestions, type Database, documents, erasures, fileKeys, jobs, uploads } from "@assay/db";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { fileKey } from "../documents/register-upload.ts";
import { partKey } from "../documents/uploads/find-upload.ts";
import { ingestionFileKey } from "../guidance/ingestions/create-ingestion.ts";
import type { FileStore } from "../ports/file-store.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";

type ErasureRow = typeof erasures.$inferSelect;

const FILES = 50;

/** Deletes some of the tenant's files, in the order of their ids, and notes how far it got. Repeated, it does no harm. */
export async function deleteFiles(
  db: Database,
  files: Pick<FileStore, "delete">,
  { id, erasedTenantId: tenantId, filesAfter }: ErasureRow,
): Promise<void> {
  const page = await listPage(db, tenantId, filesAfter);
  for (const location of page.locations) await files.delete(location);
  const last = page.ids.at(-1);
  // Another one that did the same has counted it.
  const isUnchanged = filesAfter === null ? isNull(erasures.filesAfter) : eq(erasures.filesAfter, filesAfter);
  await inSystem(db, (tx) =>
    tx
      .update(erasures)
      .set(
        last === undefined
          ? { filesDoneAt: sql`now()` }
          : { filesAfter: last, files: sql`${erasures.files} + ${page.names.length}::int` },
      )
      .where(and(eq(erasures.id, id), isNull(erasures.filesDoneAt), isUnchanged)),
  );
}

/** Documents, parts of uploads, sources of the tenant's own guidance, and files that wait to be reclaimed. */
function listPage(db: Database, tenantId: string, after: string | null) {
  const from = after ?? "00000000-0000-0000-0000-000000000000";
  return inTenant({ db, tenantId }, async (tx) => {
    const reclaimed = and(eq(jobs.tenantId, tenantId), eq(jobs.kind, "file"), eq(jobs.stage, "reclaim"));
    const kept = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), gt(documents.id, from)))
      .orderBy(asc(documents.id))
      .limit(FILES);
    const left = await tx
      .selectDistinct({ id: jobs.subjectId })
      .from(jobs)
      .where(and(reclaimed, gt(jobs.subjectId, from)))
      .orderBy(asc(jobs.subjectId))
      .limit(FILES);
    const open = await tx
      .select()
      .from(uploads)
      .where(and(eq(uploads.tenantId, tenantId), gt(uploads.id, from)))
      .orderBy(asc(uploads.id))
      .limit(FILES);
    const sources = await tx
      .select({ id: corpusIngestions.id })
      .from(corpusIngestions)
      .where(and(eq(corpusIngestions.ownerTenantId, tenantId), gt(corpusIngestions.id, from)))
      .orderBy(asc(corpusIngestions.id))
      .limit(FILES);
    const ids = [...new Set([kept, left, open, sources].flat().map(({ id }) => id))].sort().slice(0, FILES);
    const keys = await tx.select({ id: fileKeys.id }).from(fileKeys).where(eq(fileKeys.tenantId, tenantId));
    const isNow = ({ id }: { readonly id: string }) => ids.includes(id);
    const sourceIds = sources.filter(isNow).map(({ id }) => id);
    const names = [
      ...ids.filter((id) => !sourceIds.includes(id)).map((documentId) => fileKey({ tenantId, documentId })),
      ...sourceIds.map(ingestionFileKey),
      ...open.filter(isNow).flatMap((row) => row.parts.map((part) => partKey(row, part))),
    ];
    return {
      ids,
      names,
      // As it was uploaded, and under each key.
      locations: names.flatMap((name) => [name, ...keys.map(({ id }) => `${id}/${name}`)]),
    };
  });
}
