import type { Part } from "@assay/contract";
import type { Database, Transaction } from "@assay/db";
import type { WorkItem, WorkKind, WorkRef } from "./work-item.ts";

export type FailureWrite = (tx: Transaction, error: unknown) => Promise<void>;

export interface StageWork {
  readonly db: Database;
  readonly item: WorkItem;
  /** Aborted when the slice has used its time or the process is to end. */
  readonly signal: AbortSignal;
  /** Stores progress in the middle of a slice; throws when another holder has taken the item over. */
  checkpoint<T>(write: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Asks a part that `act` stands on. Throws Outage while it is paused, and when it turns out to be unusable. */
  ask<T>(part: Part, act: () => Promise<T>): Promise<T>;
  /** What is written beside the failure, should the slice fail from here on; the last call counts. */
  onFailure(write: FailureWrite): void;
  /** Tells the log of an error that does not end the slice. */
  report(error: unknown): void;
}

/** How a slice ends: `write` runs in the transaction that also closes the item or puts it back for `more`. */
export interface Outcome {
  readonly state: "done" | "more";
  /** Answers the work that it added, to be woken after the commit. */
  write(tx: Transaction): Promise<readonly WorkRef[] | undefined>;
}

/** One bounded piece of work. It reads and computes outside any transaction and writes only through its outcome. */
export interface Stage {
  run(work: StageWork): Promise<Outcome>;
  /** Records that the item failed for good, in the transaction that closes it. */
  fail(tx: Transaction, item: WorkItem, error: unknown): Promise<readonly WorkRef[] | undefined>;
  /** Most that one slice may take. */
  readonly limitMs: number;
  /** The part without which no slice gets anywhere. */
  readonly needs?: Part;
}

/** Every stage by kind and name. */
export type Stages = { readonly [K in WorkKind]: { readonly [stage: string]: Stage } };
