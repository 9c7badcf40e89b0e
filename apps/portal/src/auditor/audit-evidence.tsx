import type { Run } from "@assay/client";
import { RunEvidence } from "../runs/evidence/run-evidence.tsx";

/** What the run judged and what it omitted, as it was when the run started. */
export function AuditEvidence({ run }: { run: Run }) {
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 p-4">
      <h2 className="text-base font-semibold">Evidence list</h2>
      <RunEvidence run={run} />
    </div>
  );
}
