import type { ModelError, Part } from "@assay/contract";
import type { Database } from "@assay/db";
import type { Dispatcher } from "../ports/dispatcher.ts";
import type { Failpoints } from "../ports/failpoints.ts";
import type { Job } from "./job.ts";
import { createLeases, type Leases } from "./leases.ts";
import type { QuotaSettings } from "./quota.ts";
import type { Stages } from "./stage.ts";

export interface EngineSettings extends QuotaSettings {
  /** Recorded failures after which a transient error is final. */
  readonly attemptsMax: number;
  /** Crashes counted against a job after which it is taken for the cause. */
  readonly crashesMax: number;
  /** How long a job stays claimed after its holder last renewed its lease. */
  readonly leaseMs: number;
  /** How long after its claim a dispatch still begins what follows its job, instead of leaving it to another dispatch. */
  readonly goOnMs: number;
  /** Wait before attempt n + 1 is this times 4 to the n; also the first pause of a part that cannot be used. */
  readonly retryDelayMs: number;
  /** The longest pause of such a part, unless it asks for more. */
  readonly pauseMaxMs: number;
  /** An answer of a model that is this old says that it answers: what fails then is the request's own fault. */
  readonly answerCountsMs: number;
  /** How often an answer of a model is noted for all processes. */
  readonly answerNotedMs: number;
  /** The longest wait for a model that is asked whether it answers at all. */
  readonly probeLimitMs: number;
  /** How often to look whether another process has an answer to that. */
  readonly probePollMs: number;
}

/** A model was asked whether it answers at all. */
export interface Probed {
  readonly job: Job;
  readonly part: Part;
  readonly ms: number;
  readonly answers: boolean;
  /** Also where it answers that it would not do as it was told. */
  readonly error: ModelError | undefined;
}

export interface Engine {
  readonly db: Database;
  readonly stages: Stages;
  readonly dispatcher: Dispatcher;
  readonly settings: EngineSettings;
  /** Renews what this engine has claimed. */
  readonly leases: Leases;
  readonly failpoints?: Failpoints | undefined;
  /** Called with what went wrong, for the log; never with evidence. */
  report(event: { job: Job; error: unknown; final: boolean; waitsFor?: Part }): void;
  /** Called with each wait of a job for a part or its quota, for the metrics. */
  waits?(event: { part: Part; code: string }): void;
  /** Called with the outcome of each probe, for the log. */
  probed(event: Probed): void;
  /** The ends of the probes that this engine has under way. */
  readonly probes: Map<Part, Promise<void>>;
  /** When this engine noted that a model answers, by a clock that never jumps. */
  readonly notedAt: Map<Part, number>;
}

/** Returns the engine of one holder: a process, or a request on runtimes where nothing outlives it. */
export function createEngine(parts: Omit<Engine, "leases" | "probes" | "notedAt">): Engine {
  return { ...parts, leases: createLeases(parts.db, parts.settings), probes: new Map(), notedAt: new Map() };
}
