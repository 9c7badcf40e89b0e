import type { DocumentFailureCode, Timestamp } from "../types.ts";
import type { AdminRun } from "./run-types.ts";

export type JobKind = "document" | "run" | "assessment" | "file" | "checkpoint" | "reembedding" | "ingestion";

/** How many there are, and the first few. */
export interface Some<T> {
  count: number;
  items: T[];
}

export interface OverviewDay {
  /** A UTC day such as 2026-01-31. */
  day: string;
  /** Runs that were created on this day, by how they stand now. */
  runs: { completed: number; failed: number; active: number };
  /** Model calls that failed. */
  modelErrors: number;
  /** Of the runs that were created on this day. */
  tokensIn: number;
  tokensOut: number;
  costUsd: number;
}

/** How a tenant stands: what needs attention, what the engine has to do, and what is in force. */
export interface Overview {
  /** By the database's clock. */
  at: Timestamp;
  runs: {
    /** Of the days that are shown, the newest first. */
    failed: Some<AdminRun>;
    /** Runs that completed and whose results could not be frozen; of the days that are shown. */
    withoutSnapshot: Some<AdminRun>;
    /** Active, and nothing of them has finished for `quietAfterMs`; `waitingFor` names a part that cannot be used. */
    stalled: { run: AdminRun; waitingFor: string | null }[];
    /** Whose stored results are not those that were recorded. */
    damaged: Some<{ runId: string; checkedAt: Timestamp; damaged: string[] }>;
  };
  quietAfterMs: number;
  failedDocuments: { code: DocumentFailureCode; count: number }[];
  queue: {
    /** Kinds with open work only. `later` is not due yet. */
    kinds: { kind: JobKind; due: number; later: number; running: number }[];
    /** Since when the oldest job could have been done. */
    oldestDueAt: Timestamp | null;
    /** Jobs that need a part that cannot be used. */
    waiting: { part: string; jobs: number; since: Timestamp }[];
  };
  /** 30, the present one last. */
  days: OverviewDay[];
  /** Why model calls failed on the days that are shown, the most frequent first. */
  modelErrors: { code: string; count: number }[];
  /** Not revoked, and expired or about to be within 30 days; the earliest first. */
  apiKeys: Some<{ id: string; name: string; prefix: string; expiresAt: Timestamp }>;
  audit: {
    head: { sequence: number; hash: string };
    /** The newest one. */
    checkpoint: { sequence: number; hash: string; keyId: string; createdAt: Timestamp } | null;
  };
  retrievalVersion: { id: string; embedderModel: string; assessorModel: string; activatedAt: Timestamp } | null;
  packs: {
    packId: string;
    name: string;
    criteriaVersionId: string;
    version: number;
    /** The newest published version of the pack. */
    newestVersion: number;
    guidance: { id: string; activatedAt: Timestamp; ingestionCount: number } | null;
  }[];
}
