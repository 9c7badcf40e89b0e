import { AssayApiError, type FrozenTask, type Task } from "@assay/client";
import type { Replay, ReplayData } from "@assay/client/admin";
import type { Clients } from "../app/tenant.ts";
import { compareResults, type PartComparison } from "./compare-results.ts";
import { sha256Hex } from "./sha256-hex.ts";

/** What was found of a run's replay: why there is none, or how it is to the live data and to its snapshot. */
export type ReplayCheck =
  | { readonly state: "unavailable"; readonly code: string; readonly message: string }
  | { readonly state: "live"; readonly warning: string }
  | {
      readonly state: "frozen";
      readonly parts: readonly PartComparison[];
      /** SHA-256 of the reply's bytes; null where the browser computes none. */
      readonly replayHash: string | null;
      readonly snapshot: SnapshotCheck;
    };

export interface SnapshotCheck {
  /** As the replay's `X-Snapshot-Hash` says it. */
  readonly named: string;
  /** Of the snapshot's bytes as they came; null where the browser computes none. */
  readonly computed: string | null;
  /** Whether the replay is what is in the snapshot. */
  readonly holdsReplay: boolean;
}

/** Fetches replay, snapshot and live results, and holds them against each other. */
export async function readReplay(
  { admin, assay }: Clients,
  runId: string,
  { signal }: { signal: AbortSignal },
): Promise<ReplayCheck> {
  const response = await admin.runs.replay(runId, { signal }).catch(toRefusal);
  if (!(response instanceof Response)) return response;
  const bytes = await response.arrayBuffer();
  const replay = JSON.parse(new TextDecoder().decode(bytes)) as Replay;
  if (replay.source === "live") return { state: "live", warning: replay.warning };
  const [live, snapshot] = await Promise.all([
    readLive(assay, runId, signal),
    assay.runs.snapshot(runId, { signal }).then((reply) => reply.arrayBuffer()),
  ]);
  const kept = JSON.parse(new TextDecoder().decode(snapshot)) as ReplayData;
  return {
    state: "frozen",
    parts: compareResults(replay.data, live),
    replayHash: await sha256Hex(bytes),
    snapshot: {
      named: response.headers.get("X-Snapshot-Hash") ?? "",
      computed: await sha256Hex(snapshot),
      holdsReplay: compareResults(kept, replay.data).every(({ differences }) => differences.length === 0),
    },
  };
}

async function readLive(assay: Clients["assay"], runId: string, signal: AbortSignal): Promise<ReplayData> {
  const [assessments, tasks, exports] = await Promise.all([
    assay.runs.assessments(runId, { signal }),
    assay.runs.tasks(runId, { signal }).toArray(),
    assay.runs.exports(runId, { signal }),
  ]);
  // What people do with tasks, and tasks that their reviews add, are next to the run: no snapshot holds them.
  return { assessments, tasks: tasks.filter(({ reviewId }) => reviewId === null).map(toFrozen), exports };
}

function toFrozen({ assigneeId, assigneeName, dueDate, reviewId, exceptionId, ...made }: Task): FrozenTask {
  return made;
}

const REFUSALS = new Set(["REPLAY_UNAVAILABLE", "INTEGRITY_ERROR", "NOT_FOUND"]);

function toRefusal(error: unknown): ReplayCheck {
  if (error instanceof AssayApiError && REFUSALS.has(error.code))
    return { state: "unavailable", code: error.code, message: error.message };
  throw error;
}
