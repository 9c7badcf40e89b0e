import type {
  AuditResumption,
  Exception,
  FrozenTask,
  KeptCheckpoint,
  MetricLine,
  Review,
  Run,
  RunDiff,
  RunDocument,
  RunEgress,
  SignOff,
} from "@assay/contract";
import type { SnapshotSource } from "../runs/steps/snapshot/build-snapshot.ts";

/** A captured run with what people said of it, as of one moment. Every file of a package is a pure function of it. */
export interface PackageState {
  /** The service's version. */
  readonly release: string;
  readonly run: Run;
  readonly packName: string;
  readonly snapshotHash: string;
  /** The captured bytes, whose SHA-256 is `snapshotHash`. */
  readonly snapshotBytes: Uint8Array;
  /** What they hold: all that is said of the run's results comes from here. */
  readonly snapshot: PackedSnapshot;
  /** By position in the pack, then sequence; without those that are damaged, and those of requirements in `damaged.unclear`. */
  readonly reviews: readonly Review[];
  /** By position in the pack: those of the snapshot and those that reviews added, as they stand. */
  readonly tasks: readonly FrozenTask[];
  readonly damaged: PackedDamage;
  /** In their order; without those that are damaged. */
  readonly signOffs: readonly SignOff[];
  /** Of those who signed, by their ids. */
  readonly signers: readonly PackedSigner[];
  /** By requirement and id: those fixed with the run as they became, and those that cover its requirements on the day of `asOf`. */
  readonly exceptions: readonly PackedException[];
  /** By id: what was judged, and what was not and why. */
  readonly documents: readonly RunDocument[];
  /** In the order of `snapshot.chunks`; without content: `PackageTools.readChunks` gives it. */
  readonly chunks: readonly PackedChunkRef[];
  /** By source, then sequence: from each source's first to the one that the run pinned. */
  readonly manifests: readonly PackedManifest[];
  /** Null for a run that is older than the counts, and where they are not what the audit log has the digest of. */
  readonly egress: RunEgress | null;
  readonly comments: number;
  readonly audit: PackedAudit;
  readonly checkpoint: KeptCheckpoint;
  /** `created_at` of the last entry that the package holds. ISO 8601 UTC. */
  readonly asOf: string;
  readonly changes: PackedChanges;
  /** How often the engine version says COMPLETE where it should not, on labelled sets; null where that was not measured. */
  readonly errorRate: readonly MetricLine[] | null;
  readonly originals: readonly PackedOriginal[];
  readonly leftOut: readonly LeftOut[];
}

/** What people said that is not told, by id; `leftOut` says why. */
interface PackedDamage {
  readonly reviews: readonly string[];
  readonly signOffs: readonly string[];
  readonly exceptions: readonly string[];
  /** Reviews that are as they were recorded, of `unclear` requirements. */
  readonly withheldReviews: readonly string[];
  /** The requirements of which the review that counts is damaged. */
  readonly unclear: readonly string[];
}

export type PackedSnapshot = SnapshotSource & {
  readonly format: string;
  readonly citationDigests: readonly { readonly requirementId: string; readonly sha256: readonly string[] }[];
};

export interface PackedSigner {
  readonly signerId: string;
  /** What gave, changed or ended the signer's membership, and who did it, by the audit log up to its last packed entry. */
  readonly membership: readonly {
    readonly sequence: number;
    readonly action: string;
    readonly actor: string;
    /** ISO 8601 UTC. */
    readonly at: string;
  }[];
}

/** What differs from the last run of the pack that was signed before; NONE: there is none, DAMAGED: its results are not what was sealed. */
export type PackedChanges = RunDiff | "NONE" | "DAMAGED";

export type PackedException = Exception & { readonly fixedWithRun: boolean };

export type PackedChunkRef = PackedSnapshot["chunks"][number];

export interface PackedChunk {
  readonly id: string;
  readonly documentId: string;
  readonly content: string;
}

export interface PackedManifest {
  readonly payload: string;
  readonly signature: string;
  readonly keyId: string;
}

/** Which entries of the chain a package holds: from the run's first to that of the checkpoint. */
export interface PackedAudit {
  readonly firstSequence: number;
  readonly head: { readonly sequence: number; readonly hash: string };
  /** How many of them are of the run. */
  readonly entriesOfRun: number;
  /** Breaks within it that an operator continued. */
  readonly breaks: readonly AuditResumption[];
}

export interface PackedOriginal {
  readonly documentId: string;
  readonly sha256: string;
  readonly size: number;
  readonly crc32: number;
  /** Its path in the package. */
  readonly name: string;
}

export interface LeftOut {
  /** Such as `reviews.json/<id>`. */
  readonly what: string;
  readonly why: string;
}

/** What a file is written with next to the state. */
export interface PackageTools {
  /** The key that signs checkpoints. */
  readonly keyId: string;
  /** The 64 bytes of an Ed25519 signature. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
  /** The contents of `PackageState.chunks`, in order, a batch at a time. */
  readChunks(): AsyncIterable<readonly PackedChunk[]>;
  /** The lines of `audit.jsonl`, a batch at a time. */
  readAudit(): AsyncIterable<readonly string[]>;
}

/** Streams are read twice: once for their size and hash, once to be sent. */
export type PackageContent = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface PackageFile {
  readonly name: string;
  /** Of one that not every package has. */
  isIn?(state: PackageState): boolean;
  write(state: PackageState, tools: PackageTools): PackageContent | Promise<PackageContent>;
}

/** A file of a package, as `manifest.json` lists it. */
export interface ListedFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}
