import { AssayError, type RunStatus } from "@assay/contract";

/** Throws INVALID_STATE for a run in another status; `act` says what cannot be done. */
export function requireRunStatus<T extends { readonly id: string; readonly status: RunStatus }>(
  run: T,
  status: RunStatus,
  act: string,
): T {
  if (run.status === status) return run;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot ${act} run '${run.id}' because its status must be ${status}: it is ${run.status}`,
    { details: { runId: run.id, status: run.status } },
  );
}
