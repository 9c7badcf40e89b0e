import { chunks, runDocuments, runs, type Transaction } from "@assay/db";
import { and, asc, eq, inArray } from "drizzle-orm";
import { assessmentsOf, toAssessment } from "../../../assessments/list-assessments.ts";
import { sha256Hex } from "../../../digest.ts";
import { exceptionsOfRun } from "../../../exceptions/fix-exceptions.ts";
import { requirementsOf, toKeptRequirement } from "../../../packs/bindings.ts";
import type { RetrievalVersion } from "../../../retrieval-versions/retrieval-versions.ts";
import { tasksOf, toFrozenTask } from "../../../tasks/tasks.ts";
import { isPassingDatabaseError } from "../../../tenancy/database-errors.ts";
import { exportsOf } from "../../find-exports.ts";
import { storeSnapshot } from "../../results/snapshots.ts";
import { type RunRow, toRun, toRunConfiguration } from "../../to-run.ts";
import { buildSnapshot, type SnapshotSource } from "./build-snapshot.ts";

export interface Captured {
  readonly id: string;
  readonly snapshotHash: string;
  readonly replayHash: string;
}

/**
 * Freezes a completed run under a savepoint. A capture that fails permanently leaves the run without a snapshot and returns
 * its error; what may pass, such as a deadlock, is thrown, so that the transaction is tried again.
 */
export async function captureSnapshot(
  tx: Transaction,
  run: RunRow,
  version: RetrievalVersion,
): Promise<{ readonly captured: Captured } | { readonly error: unknown }> {
  try {
    return await tx.transaction(async (savepoint) => {
      const built = await buildSnapshot(await loadSource(savepoint, run, version));
      const id = await storeSnapshot(savepoint, { tenantId: run.tenantId, runId: run.id }, built);
      await setSnapshotStatus(savepoint, run, "CAPTURED");
      return { captured: { id, snapshotHash: built.hash, replayHash: built.replayHash } };
    });
  } catch (error) {
    if (isPassingDatabaseError(error)) throw error;
    await setSnapshotStatus(tx, run, "FAILED");
    return { error };
  }
}

export async function setSnapshotStatus(
  tx: Transaction,
  run: Pick<RunRow, "tenantId" | "id">,
  snapshotStatus: "CAPTURED" | "FAILED",
): Promise<void> {
  await tx
    .update(runs)
    .set({ snapshotStatus })
    .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id)));
}

async function loadSource(tx: Transaction, row: RunRow, version: RetrievalVersion): Promise<SnapshotSource> {
  const scope = { tenantId: row.tenantId, runId: row.id };
  const run = toRun(row);
  const assessments = (await assessmentsOf(tx, scope)).map(toAssessment);
  const exceptions = await exceptionsOfRun(tx, scope);
  const cited = assessments.flatMap(({ citations }) => citations);
  return {
    run: {
      id: run.id,
      tenantId: run.tenantId,
      packId: run.packId,
      createdAt: run.createdAt,
      startedAt: run.startedAt!,
      completedAt: run.completedAt!,
      totalRequirements: run.totalRequirements,
      assessedCount: run.assessedCount,
      completeCount: run.completeCount,
      partialCount: run.partialCount,
      missingCount: run.missingCount,
      notJudgedCount: run.notJudgedCount,
    },
    configuration: toRunConfiguration(row, version),
    requirements: (await requirementsOf(tx, row.criteriaVersionId)).map(toKeptRequirement),
    assessments,
    ...(exceptions.length > 0 ? { exceptions } : {}),
    tasks: (await tasksOf(tx, scope)).map(toFrozenTask),
    exports: await exportsOf(tx, scope),
    documents: await loadDocuments(tx, row, [...new Set(cited.map(({ documentId }) => documentId))]),
    chunks: await loadChunks(tx, row, [...new Set(cited.map(({ chunkId }) => chunkId))]),
  };
}

async function loadDocuments(tx: Transaction, run: RunRow, ids: string[]): Promise<SnapshotSource["documents"]> {
  if (ids.length === 0) return [];
  return tx
    .select({
      id: runDocuments.documentId,
      originalFilename: runDocuments.originalFilename,
      sha256Hash: runDocuments.sha256Hash,
    })
    .from(runDocuments)
    .where(
      and(
        eq(runDocuments.tenantId, run.tenantId),
        eq(runDocuments.runId, run.id),
        inArray(runDocuments.documentId, ids),
      ),
    )
    .orderBy(asc(runDocuments.documentId));
}

// A document deleted during the run has taken its chunks with it: its citations stay, without a chunk digest.
async function loadChunks(tx: Transaction, run: RunRow, ids: string[]): Promise<SnapshotSource["chunks"]> {
  const found: { id: string; documentId: string; startOffset: number; endOffset: number; sha256Hash: string }[] = [];
  for (let at = 0; at < ids.length; at += 500) {
    const rows = await tx
      .select({
        id: chunks.id,
        documentId: chunks.documentId,
        startOffset: chunks.startOffset,
        endOffset: chunks.endOffset,
        content: chunks.content,
      })
      .from(chunks)
      .where(and(eq(chunks.tenantId, run.tenantId), inArray(chunks.id, ids.slice(at, at + 500))));
    for (const { content, ...row } of rows) found.push({ ...row, sha256Hash: await sha256Hex(content) });
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}
