import type { Assessment, Citation, ExportRecord, FixedException, FrozenTask } from "@assay/contract";

/** What a snapshot holds of a run, of any format. */
export interface SealedContent {
  readonly run: {
    readonly packId: string;
    readonly createdAt: string;
    readonly startedAt: string;
    readonly completedAt: string;
    readonly totalRequirements: number;
    readonly assessedCount: number;
    readonly completeCount: number;
    readonly partialCount: number;
    readonly missingCount: number;
    /** Absent in snapshots of earlier releases. */
    readonly notJudgedCount?: number;
  };
  readonly configuration: {
    readonly snapshotCriteriaVersionId: string;
    readonly snapshotCorpusActivationId: string;
    readonly snapshotRetrievalVersionId: string;
    readonly period?: { readonly from: string; readonly to: string } | null;
  };
  readonly assessments: readonly Assessment[];
  /** Absent where there were none. */
  readonly exceptions?: readonly FixedException[];
  readonly tasks: readonly FrozenTask[];
  readonly exports: readonly ExportRecord[];
}

/** The results of a CAPTURED run, from bytes whose SHA-256 is the one that the audit log names. */
export interface SealedRun {
  readonly snapshotHash: string;
  readonly content: SealedContent;
  /** By the id of the assessment. */
  readonly assessments: ReadonlyMap<string, Assessment>;
  readonly ofRequirement: ReadonlyMap<string, Assessment>;
  /** Those that the run made, by their id. */
  readonly tasks: ReadonlyMap<string, FrozenTask>;
  /** By the id of the export. */
  readonly exports: ReadonlyMap<string, ExportRecord>;
  /** How many requirements cite each document. */
  readonly citedBy: ReadonlyMap<string, number>;
}

export function toSealedRun(snapshotHash: string, content: SealedContent): SealedRun {
  return {
    snapshotHash,
    content,
    assessments: byId(content.assessments),
    ofRequirement: new Map(content.assessments.map((each) => [each.requirementId, each])),
    tasks: byId(content.tasks),
    exports: byId(content.exports),
    citedBy: countCiting(content.assessments),
  };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function countCiting(assessments: readonly { readonly citations: readonly Citation[] }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { citations } of assessments)
    for (const documentId of new Set(citations.map((citation) => citation.documentId)))
      counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  return counts;
}
