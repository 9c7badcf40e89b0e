import type { Timestamp } from "../types.ts";

/** What an entry says beside its subject: ids, dates, enumerations, counts and digests, never free text. */
export interface AuditDetails {
  /** SHA-256 of the snapshot's bytes and of the replay's. */
  snapshotHash?: string | undefined;
  replayHash?: string | undefined;
  /** What was recorded of stored bytes, and what they have now; absent where they are gone. */
  recordedHash?: string | undefined;
  foundHash?: string | undefined;
  /** Why an act failed. */
  errorCode?: string | undefined;
  /** Dates as they were and are; of texts the SHA-256 of both. */
  corrections?:
    | {
        field: "title" | "category" | "effectiveDate" | "expiresAt";
        before: string | null;
        after: string | null;
      }[]
    | undefined;
}

export interface AuditEntry {
  id: string;
  tenantId: string;
  runId: string | null;
  /** `noun.verbed`, such as `document.uploaded`. */
  action: string;
  object_type: string;
  object_id: string;
  /** A user's id, `api-key:<id>` or `system`. */
  actor: string;
  created_at: Timestamp;
  /** From 1, without gaps within a tenant. */
  sequence: number;
  previousHash: string;
  /** How `hash` is made: that of version 1 covers neither `version` nor `details`. */
  version: 1 | 2;
  details: AuditDetails | null;
  hash: string;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** How many entries the filters match in all. */
  total: number;
  /** What people call actors, and members and keys acted on: by a user's id the e-mail, by `api-key:<id>` the key's name. */
  names: Record<string, string>;
  nextCursor: string | null;
}

/** Where a tenant's chain stood at a time, signed, to be kept outside of the service. */
export interface AuditCheckpoint {
  id: string;
  /** The run that it was made after; null for a daily one. */
  runId: string | null;
  statement: {
    origin: "assay/audit-checkpoint/v1";
    tenantId: string;
    sequence: number;
    hash: string;
    createdAt: Timestamp;
  };
  keyId: string;
  /** Ed25519 over the RFC 8785 form of the statement, base64. */
  signature: string;
}

/** An Ed25519 key whose checkpoints count, as a JWK. */
export interface CheckpointKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  alg: "EdDSA";
  use: "sig";
  createdAt: Timestamp;
}

/** What of a checkpoint takes part in the proof. */
export interface KeptCheckpoint {
  statement: { origin: string; tenantId: string; sequence: number; hash: string; createdAt: string };
  keyId: string;
  signature: string;
}

export type ChainProblem = "SEQUENCE_GAP" | "PREVIOUS_HASH_DIFFERS" | "HASH_DIFFERS" | "HEAD_DIFFERS";
export type CheckpointProblem =
  | "BEYOND_END_OF_CHAIN"
  | "HASH_DIFFERS"
  | "SIGNATURE_INVALID"
  | "KEY_UNKNOWN"
  | "OTHER_TENANT";

export interface AuditVerification {
  /** The chain is whole, and holds every checkpoint, the kept one included. */
  valid: boolean;
  /** How many entries were recomputed. */
  entries: number;
  head: { sequence: number; hash: string };
  firstBroken?: { sequence: number; problem: ChainProblem } | undefined;
  checkpoints: {
    checked: number;
    /** The first 100. */
    problems: { id: string; sequence: number; problem: CheckpointProblem }[];
  };
  kept?: { sequence: number; hash: string; contained: boolean; problem: CheckpointProblem | null } | undefined;
}
