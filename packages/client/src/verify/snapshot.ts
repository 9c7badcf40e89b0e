import type {
  Assessment,
  Chunk,
  ExportRecord,
  FixedException,
  FrozenTask,
  Id,
  MeaningCheck,
  PinnedManifest,
  RunDestinations,
  Sha256,
} from "../generated/types.ts";

/** What a snapshot holds, as far as it is verified. Later formats add to it. */
export interface Snapshot {
  readonly format: string;
  readonly run: {
    readonly id: Id;
    readonly tenantId: Id;
    readonly startedAt: string;
    readonly completedAt: string;
    readonly totalRequirements: number;
    readonly assessedCount: number;
    readonly completeCount: number;
    readonly partialCount: number;
    readonly missingCount: number;
    /** Not in the first snapshots. */
    readonly notJudgedCount?: number;
  };
  readonly configuration: {
    readonly confidenceThresholds: { readonly complete: number; readonly partial: number };
    /** OFF, NOTE or CAP, by rule; not in the first snapshots. */
    readonly evidenceRules?: Readonly<Record<string, string>> | null;
    /** Only in snapshots of runs whose citations were checked for their meaning. */
    readonly meaning?: MeaningCheck;
    /** What the sources had when the run started; only in snapshots of runs of synced sources. */
    readonly manifests?: readonly PinnedManifest[];
    /** Where the run's text was sent; not in the first snapshots. */
    readonly egress?: RunDestinations;
  };
  readonly requirements: readonly { readonly requirementId: string }[];
  readonly assessments: readonly Assessment[];
  /** Those active when the run started; only in snapshots that have any. */
  readonly exceptions?: readonly FixedException[];
  readonly tasks: readonly FrozenTask[];
  readonly exports: readonly ExportRecord[];
  readonly documents: readonly { readonly id: Id; readonly originalFilename: string; readonly sha256Hash: Sha256 }[];
  /** Without those of documents that were deleted while the run was under way. */
  readonly chunks: readonly {
    readonly id: Id;
    readonly documentId: Id;
    readonly startOffset: number;
    readonly endOffset: number;
    readonly sha256Hash: Sha256;
  }[];
  readonly citationDigests: readonly { readonly requirementId: string; readonly sha256: readonly Sha256[] }[];
}

/** The text that a chunk's digest is of. */
export type ChunkText = Pick<Chunk, "id" | "content">;

export const SNAPSHOT_FORMATS: readonly string[] = [
  "assay-snapshot/1",
  "assay-snapshot/2",
  "assay-snapshot/3",
  "assay-snapshot/4",
  "assay-snapshot/5",
  "assay-snapshot/6",
  "assay-snapshot/7",
];
