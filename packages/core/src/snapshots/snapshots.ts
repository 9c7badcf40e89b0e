import { newId, snapshots, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { BuiltSnapshot } from "./build-snapshot.ts";

/** Answers the new snapshot's id. */
export async function storeSnapshot(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
  built: BuiltSnapshot,
): Promise<string> {
  const id = newId();
  await tx.insert(snapshots).values({
    id,
    tenantId,
    runId,
    snapshotHash: built.hash,
    bytes: built.bytes,
    replayBytes: built.replayBytes,
  });
  return id;
}

export async function findSnapshot(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<typeof snapshots.$inferSelect | undefined> {
  const [row] = await tx
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.tenantId, tenantId), eq(snapshots.runId, runId)));
  return row;
}
