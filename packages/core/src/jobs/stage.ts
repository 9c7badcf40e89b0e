import type { Database, Transaction } from "@assay/db";
import type { AskedModel, OtherPart } from "./asked-model.ts";
import type { Job, JobKind, JobRef } from "./job.ts";

export type FailureWrite = (tx: Transaction, error: unknown) => Promise<void>;

/** A call of a part that may have a quota. */
export interface Call {
  /** Waits until the quota has room for a further request of the same call. */
  again(): Promise<void>;
}

/** What the quota of tokens counts of a call. */
export interface CallTokens<T> {
  readonly estimate: number;
  /** Undefined where it is not known. */
  used(result: { readonly answer: T } | { readonly error: unknown }): number | undefined;
}

export interface Attempt {
  readonly db: Database;
  readonly job: Job;
  /** Aborted when the attempt has used its time or the process is to end. */
  readonly signal: AbortSignal;
  /** Stores progress in the middle of an attempt; throws when another holder has taken the job over. */
  checkpoint<T>(write: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Asks a part that `act` is on. Throws Outage while it is paused or its quota has no room, and when it turns out to
   * be unusable; UnclearFailure where it may be.
   */
  ask<T>(asked: AskedModel | OtherPart, act: (call: Call) => Promise<T>, tokens?: CallTokens<T>): Promise<T>;
  /** Runs what an attempt waits for: it takes nothing of its time. */
  hold<T>(wait: () => Promise<T>): Promise<T>;
  /** What is left of its time. */
  leftMs(): number;
  /** What is written next to the failure, should the attempt fail from here on; the last call counts. */
  onFailure(write: FailureWrite): void;
  /** Tells the log of an error that does not end the attempt. */
  report(error: unknown, of?: { readonly final: boolean }): void;
}

/** How an attempt ends: `write` runs in the transaction that also closes the job or puts it back for `more`. */
export interface Outcome {
  readonly state: "done" | "more";
  /** How long until the next attempt of `more`. Omitted: it is due at once. */
  readonly delayMs?: number;
  /** With a delay: another process is to take it, to which its failures are left, since then. */
  readonly leftSince?: Date | "now";
  /** Returns the jobs that it added, to be dispatched after the commit. */
  write(tx: Transaction): Promise<readonly JobRef[] | undefined>;
}

/** The outcome of an attempt whose subject is gone or has finished. */
export const nothingLeft: Outcome = { state: "done", write: async () => [] };

/** One bounded piece of work. It reads and computes outside any transaction and writes only through its outcome. */
export interface Stage {
  run(attempt: Attempt): Promise<Outcome>;
  /** Records that the job failed permanently, in the transaction that closes it. */
  fail(tx: Transaction, job: Job, error: unknown): Promise<readonly JobRef[] | undefined>;
  /** Most that one attempt may take. */
  readonly limitMs: number;
  /** The part without which no attempt gets anywhere. */
  readonly needs?: OtherPart;
  /** Needs processes, sockets or more processor time than an edge runtime lends. */
  readonly heavy?: true;
}

/** Every stage by kind and name. */
export type Stages = { readonly [K in JobKind]: { readonly [stage: string]: Stage } };
