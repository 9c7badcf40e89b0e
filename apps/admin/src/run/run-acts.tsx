import type { AdminRun } from "@assay/client/admin";
import { navigate } from "@assay/site/location";
import { CancelRunButton, ContinueRunButton } from "@assay/site/run-acts";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";

/** Ends a run that is under way. */
export function CancelRun({ run }: { run: AdminRun }) {
  const cancel = useTenantAct(({ assay }, reason: string) => assay.runs.cancel(run.id, reason));
  return <CancelRunButton run={run} act={cancel} />;
}

/** Finishes a run that failed. */
export function ContinueRun({ run }: { run: AdminRun }) {
  const next = useTenantAct(({ assay }) => assay.runs.continue(run.id), {
    onSuccess: ({ id }) => navigate(hrefTo(`/runs/${id}`)),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <ContinueRunButton run={run} act={next} />
    </div>
  );
}
