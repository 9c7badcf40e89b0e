import {
  type Assessment,
  canonicalJson,
  type ExportRecord,
  type FixedException,
  type FrozenTask,
  type RunConfiguration,
} from "@assay/contract";
import { sha256Hex } from "../../../digest.ts";
import type { KeptRequirement } from "../../../packs/bindings.ts";

/** 2: assessments may have parts, citationNotes and occurrences. Snapshots of format 1 stay as they are. */
const SNAPSHOT_FORMAT = "assay-snapshot/2";
/** 3: has `exceptions`. A run without any is captured as before. */
const SNAPSHOT_FORMAT_WITH_EXCEPTIONS = "assay-snapshot/3";

/**
 * 4: assessments may have `unreadDocuments`, notes of citations `textSource` and `certainty`, the configuration
 * `ocrCertaintyMin`; `exceptions` as in 3, where there are any. A run without any of them is captured as before.
 */
const SNAPSHOT_FORMAT_WITH_READINGS = "assay-snapshot/4";

/**
 * 5: the configuration has `meaning`, notes of citations may have `meaning`, assessments `setAside`; the rest as in 4. A
 * run whose citations are not checked for meaning is captured as before.
 */
const SNAPSHOT_FORMAT_WITH_MEANING = "assay-snapshot/5";

/** 6: the configuration has `manifests`; the rest as in 5. A run of a tenant that never synced a source is captured as before. */
const SNAPSHOT_FORMAT_WITH_MANIFESTS = "assay-snapshot/6";

/** 7: the configuration has `egress`; the rest as in 6. A run that is older than the counts is captured as before. */
const SNAPSHOT_FORMAT_WITH_EGRESS = "assay-snapshot/7";

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
  /** Those active when the run started; omitted where there were none. */
  readonly exceptions?: readonly FixedException[];
  readonly tasks: readonly FrozenTask[];
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
  const format = formatOf(source);
  const bytes = encoder.encode(canonicalJson({ format, ...source, citationDigests: citations }));
  const replayBytes = cutReplay(source);
  return { hash: await sha256Hex(bytes), bytes, replayBytes, replayHash: await sha256Hex(replayBytes) };
}

function formatOf(source: SnapshotSource): string {
  if (source.configuration.egress !== undefined) return SNAPSHOT_FORMAT_WITH_EGRESS;
  if (source.configuration.manifests !== undefined) return SNAPSHOT_FORMAT_WITH_MANIFESTS;
  if (source.configuration.meaning !== undefined) return SNAPSHOT_FORMAT_WITH_MEANING;
  if (hasReadings(source)) return SNAPSHOT_FORMAT_WITH_READINGS;
  return source.exceptions ? SNAPSHOT_FORMAT_WITH_EXCEPTIONS : SNAPSHOT_FORMAT;
}

function hasReadings({ configuration, assessments }: SnapshotSource): boolean {
  return (
    configuration.ocrCertaintyMin !== undefined ||
    assessments.some(
      ({ unreadDocuments, citationNotes = [] }) =>
        unreadDocuments !== undefined || citationNotes.some(({ textSource }) => textSource !== undefined),
    )
  );
}

/** The replay reply of a snapshot, as RFC 8785 bytes. */
export function cutReplay({
  assessments,
  tasks,
  exports,
}: Pick<SnapshotSource, "assessments" | "tasks" | "exports">): Uint8Array {
  return new TextEncoder().encode(canonicalJson({ source: "snapshot", data: { assessments, tasks, exports } }));
}
