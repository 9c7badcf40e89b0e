import type { Database } from "@assay/db";
import { enqueueChainChecks, enqueueDueCheckpoints } from "./checkpoints/enqueue-due.ts";
import { enqueueDescriptions } from "./documents/enqueue-descriptions.ts";
import { enqueueRehashes } from "./documents/enqueue-rehashes.ts";
import { enqueueEncryptions } from "./encrypt-files.ts";
import { enqueueErasures } from "./erasure/enqueue-erasures.ts";
import { announceExpiringExceptions } from "./exceptions/announce-expiring.ts";
import { enqueueForecasts } from "./forecasts/enqueue-forecasts.ts";
import { callWaiting, type QuotaSettings } from "./jobs/quota.ts";
import { type KeepTimes, removeExpired } from "./jobs/remove-expired.ts";
import { recordSweep } from "./jobs/take-late-sweep.ts";
import { readMaintenance } from "./maintenance-mode/index.ts";
import { enqueueRetention } from "./retention/enqueue-retention.ts";
import { activateWhenReady } from "./retrieval-versions/retrieval-versions.ts";
import { enqueueResultChecks } from "./runs/results/enqueue-result-checks.ts";
import { failStalledRuns } from "./runs/stalled-runs.ts";
import { inSystem } from "./tenancy/transact.ts";
import { announceExpiries } from "./webhooks/announce-expiries.ts";

export interface SweepSettings extends KeepTimes {
  readonly stalledAfterMs: number;
  /** How long a run may wait for a part that cannot be used. */
  readonly waitMaxMs: number;
  /** How often a tenant's stored files, as far as `rehashBytesMax` goes, and the results of each finished run are hashed again. */
  readonly rehashEveryMs: number;
  readonly rehashBytesMax?: number;
  /** Whether originals are encrypted: those that are stored as they were uploaded are, too, in the background. */
  readonly encryptsFiles?: boolean;
  readonly quota: QuotaSettings;
  /** How often a tenant's audit chain is signed, next to after each run. */
  readonly checkpointEveryMs: number;
  /** Once it has taken so long, a sweep leaves what is still to be removed to the next one. */
  readonly removeForMs?: number;
  readonly now?: () => number;
}

const REMOVE_FOR_MS = 2000;

/** What a sweep does, in order. */
const UPKEEP: readonly ((db: Database, settings: SweepSettings) => Promise<unknown>)[] = [
  failStalledRuns,
  (db, { checkpointEveryMs: everyMs }) => enqueueDueCheckpoints(db, { everyMs }),
  (db, { checkpointEveryMs: everyMs }) => enqueueChainChecks(db, { everyMs }),
  activateWhenReady,
  enqueueForecasts,
  enqueueErasures,
  async (db, { encryptsFiles }) => encryptsFiles && (await enqueueEncryptions(db)),
  enqueueRetention,
  (db, { quota }) => callWaiting(db, quota),
  announceExpiries,
  announceExpiringExceptions,
  (db, settings) => {
    const { removeForMs = REMOVE_FOR_MS, now = () => performance.now() } = settings;
    const until = now() + removeForMs;
    return removeExpired(db, settings, () => now() >= until);
  },
  (db, settings) =>
    inSystem(db, async (tx) => {
      await enqueueRehashes(tx, { everyMs: settings.rehashEveryMs, bytesMax: settings.rehashBytesMax });
      await enqueueDescriptions(tx);
      await enqueueResultChecks(tx, { everyMs: settings.rehashEveryMs });
    }),
];

/**
 * Puts right what no dispatch will: stalled runs, files due for a new hash, what has expired. Bounded, idempotent, safe
 * to run from several processes at once.
 */
export async function sweep(db: Database, settings: SweepSettings): Promise<void> {
  // A sweep less is a gap, after which nothing counts as stalled for the time in it.
  if (await readMaintenance(db)) return;
  await recordSweep(db);
  for (const act of UPKEEP) await act(db, settings);
}
