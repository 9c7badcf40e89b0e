import type { DeploymentDetails } from "@assay/contract";
import { backups, type Database } from "@assay/db";
import { desc, eq, sql } from "drizzle-orm";
import {
  type DeploymentEvent,
  recordDeploymentAct,
  SYSTEM_ACTOR,
  writeDeploymentEntry,
} from "../deployment-log/index.ts";
import { inSystem } from "../tenancy/transact.ts";

export interface BackupRecord {
  readonly id: string;
  /** Of the snapshot of the database that it holds. */
  readonly takenAt: Date;
  /** Original files in it, and the bytes of all of it. */
  readonly originals: number;
  readonly sizeBytes: number;
  /** SHA-256 of its manifest. */
  readonly manifestHash: string;
  /** When it was last restored as a trial and found whole; null: never. */
  readonly verifiedAt: Date | null;
}

/** The newest backup that was completed with all that the database names. Undefined where there never was one. */
export async function readLastBackup(db: Database): Promise<BackupRecord | undefined> {
  const { id, takenAt, originals, sizeBytes, manifestHash, verifiedAt } = backups;
  const [row] = await inSystem(db, (tx) =>
    tx
      .select({ id, takenAt, originals, sizeBytes, manifestHash, verifiedAt })
      .from(backups)
      .orderBy(desc(takenAt))
      .limit(1),
  );
  return row;
}

/** Records a backup that is complete. Repeated, it changes nothing. */
export async function recordBackup(db: Database, backup: Omit<BackupRecord, "verifiedAt">): Promise<void> {
  await inSystem(db, async (tx) => {
    const added = await tx.insert(backups).values(backup).onConflictDoNothing().returning({ id: backups.id });
    const { originals: count, sizeBytes: bytes, manifestHash: contentHash } = backup;
    if (added.length > 0)
      await writeDeploymentEntry(tx, SYSTEM_ACTOR, of("backup.created", backup.id, { count, bytes, contentHash }));
  });
}

/** Records in the restored database which backup it came from. */
export function recordRestore(db: Database, { id, manifestHash }: Pick<BackupRecord, "id" | "manifestHash">) {
  return recordDeploymentAct(db, SYSTEM_ACTOR, of("backup.restored", id, { contentHash: manifestHash }));
}

/** Notes that a backup was restored as a trial and is whole. Returns whether this deployment knows of it. */
export async function noteVerified(db: Database, id: string): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const noted = await tx
      .update(backups)
      .set({ verifiedAt: sql`now()` })
      .where(eq(backups.id, id))
      .returning({ id: backups.id });
    if (noted.length > 0) await writeDeploymentEntry(tx, SYSTEM_ACTOR, of("backup.verified", id));
    return noted.length > 0;
  });
}

const of = (action: `backup.${string}`, objectId: string, details: DeploymentDetails = {}): DeploymentEvent => ({
  ...{ action, objectType: "backup", objectId, details },
});
