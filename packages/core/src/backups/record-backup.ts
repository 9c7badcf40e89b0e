import { backups, type Database } from "@assay/db";
import { desc, eq, sql } from "drizzle-orm";
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
  await inSystem(db, (tx) => tx.insert(backups).values(backup).onConflictDoNothing());
}

/** Notes that a backup was restored as a trial and is whole. Returns whether this deployment knows of it. */
export async function noteVerified(db: Database, id: string): Promise<boolean> {
  const noted = await inSystem(db, (tx) =>
    tx.update(backups).set({ verifiedAt: sql`now()` }).where(eq(backups.id, id)).returning({ id: backups.id }),
  );
  return noted.length > 0;
}
