import type { Database } from "@assay/db";
import { recordSweep } from "./take-late-sweep.ts";

/** Puts one thing right that no dispatch will. Bounded, idempotent, safe to run from several processes at once. */
export type Upkeep<S> = (db: Database, settings: S) => Promise<void>;

/** Notes the sweep and does the upkeep, in order. */
export async function runUpkeep<S>(db: Database, upkeep: readonly Upkeep<S>[], settings: S): Promise<void> {
  await recordSweep(db);
  for (const act of upkeep) await act(db, settings);
}
