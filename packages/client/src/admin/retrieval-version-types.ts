import type { AssessmentStatus, Timestamp } from "../types.ts";

export interface ConfidenceThresholds {
  /** From this confidence on a verdict is COMPLETE. */
  complete: number;
  /** From this one on it is PARTIAL, else MISSING. */
  partial: number;
}

/** The whole engine configuration that a run pins. */
export interface RetrievalVersion {
  id: string;
  embedder: { model: string; dimensions: number };
  assessor: { model: string; promptVersion: string };
  similarityThreshold: number;
  chunksPerRequirement: number;
  confidenceThresholds: ConfidenceThresholds;
  /** Whether the deployment's settings or an administrator made it. */
  origin: "settings" | "admin";
  /** New runs pin it. */
  inForce: boolean;
  /** How many passages have a vector of its embedder: all of them, before it can be activated. */
  vectors: { ready: number; total: number };
  createdAt: Timestamp;
  activatedAt: Timestamp | null;
}

/** What is left out is taken from the version in force. */
export interface NewRetrievalVersion {
  embedderModel?: string | undefined;
  assessorModel?: string | undefined;
  similarityThreshold?: number | undefined;
  chunksPerRequirement?: number | undefined;
  confidenceThresholds?: ConfidenceThresholds | undefined;
}

export type StatusCounts = Record<AssessmentStatus, number>;

/** Which verdicts of a finished run would read differently under other thresholds. */
export interface ThresholdPreview {
  runId: string;
  pinned: ConfidenceThresholds;
  tried: ConfidenceThresholds;
  before: StatusCounts;
  after: StatusCounts;
  /** Verdicts by confidence in 20 steps of 0.05, FAILED ones left out. */
  confidences: number[];
  changedCount: number;
  /** A page of them, in pack order. */
  changed: {
    requirementId: string;
    title: string;
    confidence: number;
    citationCount: number;
    before: AssessmentStatus;
    after: AssessmentStatus;
  }[];
  nextCursor: string | null;
}
