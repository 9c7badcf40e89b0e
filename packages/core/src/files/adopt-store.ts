import { type Database, deployment, documents, oneRow } from "@assay/db";
import { isNull, notInArray, or, sql } from "drizzle-orm";
import { fileKey } from "../documents/register-upload.ts";
import type { MarkedFileStore } from "../ports/file-store.ts";
import { inSystem } from "../tenancy/transact.ts";

/** How many recorded files must be found before an unmarked store counts as the right one: all, where there are fewer. */
const SAMPLE = 20;

export interface Deployment {
  readonly id: string;
  readonly filesMarkedAt: Date | null;
}

export interface FoundFiles {
  readonly found: number;
  /** Drawn at random from what the database records. */
  readonly sampled: number;
}

export async function loadDeployment(db: Database): Promise<Deployment> {
  const row = oneRow(
    await inSystem(db, (tx) =>
      tx.select({ id: deployment.id, filesMarkedAt: deployment.filesMarkedAt }).from(deployment),
    ),
  );
  return row;
}

/** From now on a missing marker is a missing store. */
export async function recordMarked(db: Database): Promise<void> {
  await inSystem(db, (tx) =>
    tx.update(deployment).set({ filesMarkedAt: sql`now()` }).where(isNull(deployment.filesMarkedAt)),
  );
}

/**
 * Marks a store that never was marked: one without documents, or of which a sample of the recorded files is found, each
 * with its size. Returns undefined where it may not be marked.
 */
export async function adoptUnmarked(
  db: Database,
  store: MarkedFileStore,
  id: string,
): Promise<{ readonly documents: number } | undefined> {
  if ((await loadDeployment(db)).filesMarkedAt) return undefined;
  const { found, sampled } = await findRecordedFiles(db, store);
  if (found < sampled) return undefined;
  await store.writeMarker(id);
  await recordMarked(db);
  return { documents: sampled };
}

/** Marks the store because an operator says that it is the right one, whatever it holds and anyone who marked it. */
export async function adoptStore(db: Database, store: MarkedFileStore): Promise<FoundFiles> {
  const { id } = await loadDeployment(db);
  const found = await findRecordedFiles(db, store);
  await store.writeMarker(id);
  await recordMarked(db);
  return found;
}

async function findRecordedFiles(db: Database, store: MarkedFileStore): Promise<FoundFiles> {
  const sample = await inSystem(db, (tx) =>
    tx
      .select({ id: documents.id, tenantId: documents.tenantId, sizeBytes: documents.sizeBytes })
      .from(documents)
      .where(or(isNull(documents.failureCode), notInArray(documents.failureCode, ["OBJECT_MISSING", "HASH_MISMATCH"])))
      .orderBy(sql`random()`)
      .limit(SAMPLE),
  );
  let found = 0;
  for (const { id, tenantId, sizeBytes } of sample)
    if ((await store.stat(fileKey({ tenantId, documentId: id })))?.sizeBytes === sizeBytes) found += 1;
  return { found, sampled: sample.length };
}
