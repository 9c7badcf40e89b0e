import type { AuditEntry, KeptCheckpoint } from "@assay/contract";

/** What a place outside of the service keeps of a tenant's chain. */
export interface KeptPoint {
  readonly sequence: number;
  readonly hash: string;
  /** Null where the statement has none. */
  readonly counter: number | null;
  /** The checkpoint itself, with its signature. */
  load(): Promise<KeptCheckpoint>;
}

/** The entries of the chain after the given one, up to the checkpoint's, in order. */
export type ChainProof = (after: number) => AsyncIterable<readonly AuditEntry[]>;

/** A place outside of the service that adds checkpoints and never changes one: a folder, a repository, a bucket, a witness. */
export interface CheckpointStore {
  readonly name: "folder" | "git" | "s3" | "witness";
  /**
   * Keeps a checkpoint and returns where; the same again changes nothing. Throws AssayError INTEGRITY_ERROR where it
   * contradicts what is kept, SERVICE_UNAVAILABLE where the place cannot be used.
   */
  keep(
    checkpoint: KeptCheckpoint,
    options: { readonly proof: ChainProof; readonly signal: AbortSignal },
  ): Promise<{ readonly location: string }>;
  /** Everything that it keeps of the tenant, in the order of the sequence. Throws AssayError SERVICE_UNAVAILABLE. */
  list(tenantId: string, options: { readonly signal: AbortSignal }): Promise<readonly KeptPoint[]>;
}

const COUNTER_DIGITS = 10;
const NAME = /^(\d{10})-([1-9]\d*)-([0-9a-f]{64})\.json$/;

/** The name of a checkpoint's file: what has to be compared is read without opening it. */
export function checkpointName({ counter = 0, sequence, hash }: KeptCheckpoint["statement"]): string {
  return `${String(counter).padStart(COUNTER_DIGITS, "0")}-${sequence}-${hash}.json`;
}

/** Undefined for the name of anything else. */
export function readCheckpointName(name: string): Omit<KeptPoint, "load"> | undefined {
  const [, counter, sequence, hash] = NAME.exec(name) ?? [];
  if (!counter || !sequence || !hash) return undefined;
  return { sequence: Number(sequence), hash, counter: Number(counter) || null };
}
