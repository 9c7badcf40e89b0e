import { AssayError } from "@assay/contract";
import type { Attempt, Outcome } from "../jobs/stage.ts";
import type { CheckpointStore, KeptPoint } from "../ports/checkpoint-store.ts";
import { brokenChain } from "./broken-chain.ts";
import { findBreak } from "./find-break.ts";
import { loadChain } from "./load-chain.ts";
import type { Signs } from "./make-checkpoint.ts";
import { noteCheck } from "./note-check.ts";
import { enqueueSending, type KeepsCheckpoints } from "./send-checkpoints.ts";

/**
 * Checks a tenant's chain from the last checkpoint that left the service, and against everything that is kept outside:
 * who holds the database and the key can rewrite both, and not what is elsewhere.
 */
export async function checkTenantChain(services: Signs & KeepsCheckpoints, attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  const { tenantId } = job;
  const scope = { db, tenantId, signer: services.signer };
  const { points, failures } = await listOutside(services.checkpointStores, tenantId, attempt.signal);
  for (const { error } of failures) attempt.report(error);
  const known = await loadChain(scope);
  const found = await findBreak(scope, known, { outside: points, entries: "HISTORY" });
  // What was found outside is not over because the outside cannot be asked.
  const broken = found.broken ?? (failures.length > 0 ? known.broken : null);
  if (broken) attempt.report(brokenChain(tenantId, broken));
  return {
    state: "done",
    async write(tx) {
      const jobs = await noteCheck(tx, tenantId, { ...found, broken });
      return [...jobs, ...(await enqueueSending(tx, tenantId, services))];
    },
  };
}

interface Outside {
  readonly points: readonly KeptPoint[];
  readonly failures: readonly { readonly store: CheckpointStore; readonly error: AssayError }[];
}

/** What every place outside keeps of a tenant, and those that cannot be asked. */
export async function listOutside(
  stores: readonly CheckpointStore[],
  tenantId: string,
  signal: AbortSignal,
): Promise<Outside> {
  const points: KeptPoint[] = [];
  const failures: { store: CheckpointStore; error: AssayError }[] = [];
  for (const store of stores) {
    try {
      points.push(...(await store.list(tenantId, { signal })));
    } catch (error) {
      if (!(error instanceof AssayError && error.code === "SERVICE_UNAVAILABLE")) throw error;
      failures.push({ store, error });
    }
  }
  return { points, failures };
}
