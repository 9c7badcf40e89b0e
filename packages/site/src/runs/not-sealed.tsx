import type { Run } from "@assay/client";
import { isActive } from "./is-active.ts";

/** That an ended run has no snapshot to read its results from; nothing where all have one. */
export function NotSealed({ runs }: { runs: readonly Pick<Run, "status" | "snapshotStatus">[] }) {
  const unsealed = runs.filter((run) => !isActive(run) && run.snapshotStatus !== "CAPTURED");
  if (unsealed.length === 0) return null;
  return (
    <p className="break-words rounded-md bg-hover px-3 py-2 text-xs text-muted">
      <span className="font-medium text-text">Not sealed.</span>{" "}
      {runs.length === 1 ? "This run has no snapshot" : "One of these runs has no snapshot"}: its results are compared
      with what the audit log recorded at its end. Runs of earlier releases are not checked against a record.
    </p>
  );
}
