import type { AdminRun } from "@assay/client/admin";
import { isActive } from "@assay/site/is-active";
import { navigate } from "@assay/site/location";
import { CancelRunButton, ContinueRunButton } from "@assay/site/run-acts";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";

/** What an administrator may do about the run: end it, or finish one that failed. */
export function RunActs({ run }: { run: AdminRun }) {
  if (isActive(run)) return <Cancel run={run} />;
  return run.status === "FAILED" && run.triggerType !== "import" ? <Continue run={run} /> : null;
}

function Cancel({ run }: { run: AdminRun }) {
  const cancel = useTenantAct(({ assay }, reason: string) => assay.runs.cancel(run.id, reason));
  return <CancelRunButton run={run} act={cancel} />;
}

function Continue({ run }: { run: AdminRun }) {
  const next = useTenantAct(({ assay }) => assay.runs.continue(run.id), {
    onSuccess: ({ id }) => navigate(hrefTo(`/runs/${id}`)),
  });
  return <ContinueRunButton run={run} act={next} />;
}
