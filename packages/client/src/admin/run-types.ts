import type {
  Assessment,
  AssessmentStatus,
  Citation,
  ExportRecord,
  Run,
  RunConfiguration,
  RunStatus,
  RunStep,
  RunStepName,
  SnapshotStatus,
  Task,
  TaskStatus,
  Timestamp,
} from "../types.ts";

/** A run with what it cost, and what people know its parts by. */
export interface AdminRun extends Run {
  packName: string;
  /** The number of the pinned criteria version. */
  criteriaVersion: number;
  triggerType: "manual" | "import";
  reuse: boolean;
  /** Requirements that could not be assessed. */
  failedCount: number;
  /** From its start to its end; null while it is under way. */
  durationMs: number | null;
  /** When a part of it last finished. */
  progressedAt: Timestamp;
  usage: { tokensIn: number; tokensOut: number; costUsd: number };
}

/** A run that is under way has no end and no duration yet: it comes after all that have. */
export type RunSort = "createdAt" | "finishedAt" | "duration" | "status" | "cost" | "tokens";

export interface AdminRunFilters {
  readonly status?: RunStatus | readonly RunStatus[] | undefined;
  readonly snapshotStatus?: SnapshotStatus | readonly SnapshotStatus[] | undefined;
  readonly packId?: string | undefined;
  /** A user's id, `api-key:<id>` or `system`. */
  readonly startedBy?: string | undefined;
  /** An id, how one begins, or a part of a name. */
  readonly q?: string | undefined;
  /** Created at this time or later. */
  readonly from?: Timestamp | undefined;
  /** Created before this time. */
  readonly to?: Timestamp | undefined;
  /** Left out, by creation. */
  readonly sort?: RunSort | undefined;
  /** Left out, `desc`. */
  readonly order?: "asc" | "desc" | undefined;
}

/** `inForce` is what a run started now would pin; null where it could not start. */
export interface Pinned<T> {
  pinned: T;
  inForce: T | null;
}

export interface RunPins {
  criteria: Pinned<{ id: string; version: number }>;
  guidance: Pinned<{ id: string; activatedAt: Timestamp; ingestionCount: number }>;
  retrieval: Pinned<{ id: string; embedderModel: string; assessorModel: string; activatedAt: Timestamp | null }>;
}

/** The engine's work of a step, for as long as the engine keeps it. */
export interface RunStepWork {
  stepName: RunStepName | "finish";
  items: number;
  openItems: number;
  /** Attempts that failed, and those that were lost with a process. */
  failedAttempts: number;
  lostAttempts: number;
  /** The code of an error, of an item that is still to succeed or failed for good. */
  lastError: string | null;
  /** A part that cannot be used, such as `files` or `model:<name>`, and since when the work waits for it. */
  waitingFor: string | null;
  waitingSince: Timestamp | null;
}

export interface AdminRunDetails {
  run: AdminRun;
  configuration: RunConfiguration;
  pins: RunPins;
  steps: RunStep[];
  work: RunStepWork[];
  counts: {
    documents: number;
    assessments: Record<AssessmentStatus, number>;
    tasks: Record<TaskStatus, number>;
    exports: number;
  };
  snapshot: { snapshotHash: string; sizeBytes: number; capturedAt: Timestamp } | null;
  /** When the stored results were last hashed again, and what was not as recorded. */
  resultCheck: { checkedAt: Timestamp; damaged: string[] } | null;
  /** Evidence that VERIFICATION left out. */
  excludedDocuments: { documentId: string; originalFilename: string; reason: string }[];
  failedRequirements: { requirementId: string; reasoning: string }[];
}

export interface ReplayData {
  assessments: Assessment[];
  tasks: Task[];
  exports: ExportRecord[];
}

/** Stored results, never a model's: frozen, or with a warning live ones. */
export type Replay = { source: "snapshot"; data: ReplayData } | { source: "live"; warning: string; data: ReplayData };

/** A finished run of an earlier system; the service makes all ids of its own. */
export interface ImportRun {
  packId?: string | undefined;
  startedAt: Timestamp;
  completedAt: Timestamp;
  assessments: {
    requirementId: string;
    /** Left out, it follows from the confidence. */
    status?: AssessmentStatus | undefined;
    confidence: number;
    citations?: Citation[] | undefined;
    reasoning: string;
  }[];
  tasks?: { requirementId: string; title: string; description: string; status?: TaskStatus | undefined }[] | undefined;
}
