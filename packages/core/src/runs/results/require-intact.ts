import { AssayError } from "@assay/contract";
import { sha256Hex } from "../../digest.ts";

/** Stored results with the hash that was recorded when they were made. */
export interface StoredResult {
  readonly runId: string;
  readonly objectType: "snapshot" | "replay" | "export";
  readonly objectId: string;
  readonly bytes: Uint8Array;
  readonly recordedHash: string;
}

/** Throws INTEGRITY_ERROR for bytes that are not those that were recorded. */
export async function requireIntact({ runId, objectType, objectId, bytes, recordedHash }: StoredResult): Promise<void> {
  const foundHash = await sha256Hex(bytes);
  if (foundHash === recordedHash) return;
  throw new AssayError(
    "INTEGRITY_ERROR",
    `Cannot serve the ${objectType} of run '${runId}' because its SHA-256 must be '${recordedHash}': the stored bytes have ` +
      `'${foundHash}'. Do not use this run until an operator has restored the database from a backup`,
    { details: { runId, objectType, objectId, recordedHash, foundHash } },
  );
}
