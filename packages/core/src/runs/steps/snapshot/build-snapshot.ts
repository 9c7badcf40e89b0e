import { type Assessment, canonicalJson, type ExportRecord, type RunConfiguration, type Task } from "@assay/contract";
import { sha256Hex } from "../../../digest.ts";
import type { KeptRequirement } from "../../../packs/bindings.ts";

/** 2: assessments may have parts, citationNotes and occurrences. Snapshots of format 1 stay as they are. */
const SNAPSHOT_FORMAT = "assay-snapshot/2";

export interface SnapshotSource {
  readonly run: {
    readonly id: string;
    readonly tenantId: string;
    readonly packId: string;
    readonly createdAt: string;
    readonly startedAt: string;
    readonly completedAt: string;
    readonly totalRequirements: number;
    readonly assessedCount: number;
    readonly completeCount: number;
    readonly partialCount: number;
    readonly missingCount: number;
    /** Of those that are missing by status. */
    readonly notJudgedCount: number;
  };
  readonly configuration: RunConfiguration;
  readonly requirements: readonly KeptRequirement[];
  readonly assessments: readonly Assessment[];
  readonly tasks: readonly Task[];
  readonly exports: readonly ExportRecord[];
  /** The documents and chunks that citations name, in the order of their ids. */
  readonly documents: readonly {
    readonly id: string;
    readonly originalFilename: string;
    readonly sha256Hash: string;
  }[];
  readonly chunks: readonly {
    readonly id: string;
    readonly documentId: string;
    readonly startOffset: number;
    readonly endOffset: number;
    readonly sha256Hash: string;
  }[];
}

export interface BuiltSnapshot {
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly replayBytes: Uint8Array;
  readonly replayHash: string;
}

/** Freezes results: RFC 8785 bytes, their SHA-256, and the replay reply cut from the same values. */
export async function buildSnapshot(source: SnapshotSource): Promise<BuiltSnapshot> {
  const encoder = new TextEncoder();
  const citations = await Promise.all(
    source.assessments.map(async ({ requirementId, citations }) => ({
      requirementId,
      sha256: await Promise.all(citations.map(({ text }) => sha256Hex(text))),
    })),
  );
  const bytes = encoder.encode(canonicalJson({ format: SNAPSHOT_FORMAT, ...source, citationDigests: citations }));
  const replayBytes = cutReplay(source);
  return { hash: await sha256Hex(bytes), bytes, replayBytes, replayHash: await sha256Hex(replayBytes) };
}

/** The replay reply of a snapshot, as RFC 8785 bytes. */
export function cutReplay({
  assessments,
  tasks,
  exports,
}: Pick<SnapshotSource, "assessments" | "tasks" | "exports">): Uint8Array {
  return new TextEncoder().encode(canonicalJson({ source: "snapshot", data: { assessments, tasks, exports } }));
}
