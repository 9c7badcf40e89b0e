import { newId, snapshots, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { sha256Hex } from "../../digest.ts";
import { type BuiltSnapshot, cutReplay, type SnapshotSource } from "../steps/snapshot/build-snapshot.ts";
import { requireIntact, type StoredResult } from "./require-intact.ts";

export type SnapshotRow = typeof snapshots.$inferSelect;

/** Returns the new snapshot's id. */
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
    replayHash: built.replayHash,
  });
  return id;
}

export async function findSnapshot(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<SnapshotRow | undefined> {
  const [row] = await tx
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.tenantId, tenantId), eq(snapshots.runId, runId)));
  return row;
}

/** The snapshot's bytes. Throws INTEGRITY_ERROR when they are not those that were stored. */
export async function readSnapshot(snapshot: SnapshotRow): Promise<Uint8Array> {
  await requireIntact(snapshotResult(snapshot));
  return snapshot.bytes;
}

/** The replay's bytes. Throws INTEGRITY_ERROR when they are not those that were stored. */
export async function readReplay(snapshot: SnapshotRow): Promise<Uint8Array> {
  await requireIntact(await replayResult(snapshot));
  return snapshot.replayBytes;
}

export function snapshotResult({ id, runId, bytes, snapshotHash }: SnapshotRow): StoredResult {
  return { runId, objectType: "snapshot", objectId: id, bytes, recordedHash: snapshotHash };
}

/** A replay without a hash of its own is proved from the snapshot that it was cut from. */
export async function replayResult(snapshot: SnapshotRow): Promise<StoredResult> {
  const { id, runId, replayBytes, replayHash } = snapshot;
  const recordedHash = replayHash ?? (await sha256Hex(cutReplay(await parseSnapshot(snapshot))));
  return { runId, objectType: "replay", objectId: id, bytes: replayBytes, recordedHash };
}

/** Throws INTEGRITY_ERROR for bytes that are not those that were stored. */
export async function parseSnapshot(snapshot: SnapshotRow): Promise<SnapshotSource> {
  return JSON.parse(new TextDecoder().decode(await readSnapshot(snapshot)));
}
