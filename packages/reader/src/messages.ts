import type { ArchiveSkipReason, DocumentFailureCode, FileType } from "@assay/contract";
import type { ArchiveLimits, ExtractionSummary, PageReading, TextSegment, WholePages } from "./extraction.ts";

export interface ExtractJob {
  readonly kind: "extract";
  readonly path: string;
  readonly fileType: FileType;
  readonly fromSegment: number;
  readonly wholePages: WholePages;
  readonly charactersMax: number;
  readonly encoding: string | null;
  /** Whether files inside are looked into, to say which are not read. */
  readonly opensFiles: boolean;
}

export interface WalkJob {
  readonly kind: "walk";
  readonly path: string;
  /** An archive, or a document that may have files inside. */
  readonly fileType: FileType;
  /** Inner archives, documents and files inside these are written into this folder. */
  readonly spoolDir: string;
  readonly limits: ArchiveLimits;
  /** The level of what is inside `path`, from 1. */
  readonly depth: number;
  /** What the walk of the same tree took before. */
  readonly taken: TakenSoFar;
}

/** What counts over a whole tree. */
export interface TakenSoFar {
  readonly files: number;
  readonly entries: number;
  readonly bytes: number;
  /** Bytes of files that were taken out for nothing, as they passed a limit. */
  readonly lost: number;
}

export type Job = ExtractJob | WalkJob;

/** Where the bytes of an archive member are: a range of the container at `path`. */
export interface MemberSource {
  readonly path: string;
  readonly start: number;
  readonly compressedBytes: number;
  readonly deflated: boolean;
}

export type WalkedMember =
  | {
      readonly kind: "file";
      readonly name: string;
      readonly fileType: FileType;
      readonly mismatch: boolean;
      readonly sizeBytes: number;
      readonly sha256: string;
      readonly source: MemberSource;
      /** Filled in for a document when it was walked in its turn. */
      archive: readonly WalkedMember[] | null;
      /** Of a document that may have files inside: a copy of it, and the level of these. */
      readonly inside: { readonly path: string; readonly depth: number } | null;
    }
  | { readonly kind: "skipped"; readonly name: string; readonly reason: ArchiveSkipReason };

export type ToChild = { readonly type: "job"; readonly job: Job } | { readonly type: "ack" };

export type JobResult = { readonly kind: "extract"; readonly summary: ExtractionSummary } | WalkedContainer;

export interface WalkedContainer {
  readonly kind: "walk";
  readonly members: readonly WalkedMember[];
  readonly taken: TakenSoFar;
}

export type FromChild =
  /** The process has started and has the job: what happens from here on is the file's doing. */
  | { readonly type: "begun" }
  | { readonly type: "segment"; readonly segment: TextSegment }
  | { readonly type: "page"; readonly page: PageReading }
  | { readonly type: "progress" }
  /** Whether files inside the document are looked into now: what ends the process then is no fault of its text. */
  | { readonly type: "files"; readonly open: boolean }
  /** The processor time that the job took, in ms; sent before its verdict. */
  | { readonly type: "spent"; readonly spentMs: number }
  | { readonly type: "done"; readonly result: JobResult }
  | { readonly type: "failed"; readonly code: DocumentFailureCode; readonly message: string }
  /** The machine refused what reading needs, by the code of a system call: the file is not to blame. */
  | { readonly type: "starved"; readonly code: string }
  /** Something went wrong outside any job: finish this one, but do not use the process again. */
  | { readonly type: "tainted" };

/** What one message of a child carries, in order: a message costs more than a short text in it. */
export type Batch = readonly FromChild[];

/** Batches with segments that a child may send ahead of their acknowledgement. */
export const BATCHES_AHEAD_MAX = 4;
