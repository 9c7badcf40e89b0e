import type { Assessment, Chunk, ExportRecord, Id, Sha256, Task } from "../generated/types.ts";

/** What a snapshot holds, as far as it is verified. Later formats add to it. */
export interface Snapshot {
  readonly format: string;
  readonly run: {
    readonly id: Id;
    readonly tenantId: Id;
    readonly completedAt: string;
    readonly totalRequirements: number;
    readonly assessedCount: number;
    readonly completeCount: number;
    readonly partialCount: number;
    readonly missingCount: number;
    /** Not in the first snapshots. */
    readonly notJudgedCount?: number;
  };
  readonly configuration: { readonly confidenceThresholds: { readonly complete: number; readonly partial: number } };
  readonly requirements: readonly { readonly requirementId: string }[];
  readonly assessments: readonly Assessment[];
  readonly tasks: readonly Task[];
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

export const SNAPSHOT_FORMATS: readonly string[] = ["assay-snapshot/1", "assay-snapshot/2"];
