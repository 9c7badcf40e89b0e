import { documents, integrityChecks, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import type { AuditEvent } from "../audit/record-audit.ts";
import type { JobRef } from "../jobs/job.ts";
import type { Attempt, Outcome } from "../jobs/stage.ts";
import { systemActor } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { recordAndAnnounce } from "../webhooks/announce.ts";
import { digestParts, PART_BYTES } from "./originals/digest-parts.ts";
import { saveParts } from "./originals/file-parts.ts";
import { fileKey } from "./register-upload.ts";
import { type DocumentServices, loadDocument, now } from "./stages/open-document.ts";
import { failStored, storedFileFailure } from "./stored-files.ts";
import type { DocumentRow } from "./to-document.ts";

/** How long one attempt continues to the next file: a queue is told of a check once in that time. */
const ATTEMPT_MS = 20_000;

/**
 * Hashes a tenant's stored files again, those that were checked longest ago first, as far as the bytes of its check go.
 * One that is not what was uploaded is no evidence any more.
 */
export async function rehashFiles({ files }: Pick<DocumentServices, "files">, attempt: Attempt): Promise<Outcome> {
  const announced: JobRef[] = [];
  const endsAt = performance.now() + ATTEMPT_MS;
  // A process of the release before calls for one document by its own id.
  const asked = await loadDocument(attempt);
  let document = asked ?? (await findDue(attempt));
  while (document) {
    const { id, tenantId } = document;
    const checked = document;
    // A file that cannot be hashed is tried again when its turn comes, behind those that wait for theirs.
    attempt.onFailure((tx) => noteRehash(tx, checked));
    attempt.signal.throwIfAborted();
    const parts = digestParts();
    const onChunk = document.sizeBytes > PART_BYTES ? parts.add : undefined;
    const stored = await files.rehash(fileKey({ tenantId, documentId: id }), onChunk);
    const failure = storedFileFailure(checked, stored);
    const digests = await parts.end();
    const jobs = await attempt.checkpoint(async (tx) => {
      await noteRehash(tx, checked);
      const events = failure ? await failStored(tx, checked, failure) : await keepParts(tx, checked, digests);
      return recordAndAnnounce(tx, systemActor(tenantId), ...events);
    });
    announced.push(...jobs);
    attempt.onFailure(async () => {});
    if (performance.now() > endsAt) return { state: "more", write: async () => announced };
    document = asked ? undefined : await findDue(attempt);
  }
  return { state: "done", write: async () => announced };
}

/** The file that was checked longest ago, while the check has bytes left. */
async function findDue({ db, job: { tenantId } }: Attempt): Promise<DocumentRow | undefined> {
  // As its index has it.
  const checkedAt = sql`coalesce(${documents.rehashedAt}, ${documents.readyAt})`;
  return inTenant({ db, tenantId }, async (tx) => {
    const [check] = await tx.select().from(integrityChecks).where(eq(integrityChecks.tenantId, tenantId));
    if (!check || check.bytesLeft <= 0) return undefined;
    const [due] = await tx
      .select()
      .from(documents)
      .where(
        and(
          eq(documents.tenantId, tenantId),
          sql`${documents.status} = 'READY'`,
          sql`${checkedAt} < ${check.dueBefore.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(checkedAt, asc(documents.id))
      .limit(1);
    return due;
  });
}

/** Digests of parts that were changed refuse what is sound: they are said to be damaged, and put right. */
async function keepParts(tx: Transaction, document: DocumentRow, digests: readonly string[]): Promise<AuditEvent[]> {
  const wereOther = await saveParts(tx, document, digests);
  return wereOther ? [{ action: "integrity.failed", objectType: "document", objectId: document.id }] : [];
}

async function noteRehash(tx: Transaction, { tenantId, id, sizeBytes }: DocumentRow): Promise<void> {
  await tx
    .update(documents)
    .set({ rehashedAt: now })
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
  await tx
    .update(integrityChecks)
    .set({ bytesLeft: sql`${integrityChecks.bytesLeft} - ${sizeBytes}::bigint` })
    .where(eq(integrityChecks.tenantId, tenantId));
}
