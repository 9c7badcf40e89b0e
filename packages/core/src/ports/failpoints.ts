/** Moments around a commit and a publish, each of which a process must be able to die at. */
export type Failpoint =
  /** A job is claimed, and nothing of it is done. */
  | "claimed"
  /** An attempt has stored a part of its result. */
  | "checkpointed"
  /** The attempt is over, the model's answer included, and nothing of its result is stored. */
  | "worked"
  /** The result is written, and its transaction is open. */
  | "written"
  /** The transaction is committed, and the queue knows nothing of what follows. */
  | "committed"
  /** The queue has taken a message, and the database does not know. */
  | "published"
  /** Everything is done but the reply. */
  | "dispatched"
  /** A sweep has put right what it found, and the queue knows nothing of what it lost. */
  | "swept";

/** What is under way there. */
export interface Reached {
  readonly kind: string;
  readonly stage: string;
  readonly tenantId?: string;
}

/** Lets a test end or hold the process at a named moment. Only tests bring one: no setting makes it. */
export interface Failpoints {
  reach(point: Failpoint, at: Reached): Promise<void> | void;
}
