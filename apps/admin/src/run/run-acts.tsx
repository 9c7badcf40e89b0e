import type { AdminRun } from "@assay/client/admin";
import { CancelRunDialog } from "@assay/site/cancel-run-dialog";
import { messageOf } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { isActive } from "@assay/site/is-active";
import { navigate } from "@assay/site/location";
import { countLeft } from "@assay/site/verdict-counts";
import { Button } from "@assay/ui";
import { CircleStop, StepForward } from "lucide-react";
import { useState } from "react";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";

/** What an administrator may do about the run: end it, or finish one that failed. */
export function RunActs({ run }: { run: AdminRun }) {
  if (isActive(run)) return <Cancel run={run} />;
  return run.status === "FAILED" && run.triggerType !== "import" ? <Continue run={run} /> : null;
}

function Cancel({ run }: { run: AdminRun }) {
  const [open, setOpen] = useState(false);
  const cancel = useTenantAct(({ assay }, reason: string) => assay.runs.cancel(run.id, reason), {
    onSuccess: () => setOpen(false),
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CircleStop size={14} aria-hidden />
        Cancel the run
      </Button>
      {open && (
        <CancelRunDialog
          run={run}
          onConfirm={(reason) => cancel.mutate(reason)}
          onClose={() => setOpen(false)}
          busy={cancel.isPending}
          error={cancel.error}
        />
      )}
    </>
  );
}

function Continue({ run }: { run: AdminRun }) {
  const next = useTenantAct(({ assay }) => assay.runs.continue(run.id), {
    onSuccess: ({ id }) => navigate(hrefTo(`/runs/${id}`)),
  });
  return (
    <>
      <Button look="primary" busy={next.isPending} onClick={() => next.mutate()}>
        <StepForward size={14} aria-hidden />
        Continue: {formatCount(countLeft(run), "requirement")} left
      </Button>
      <p role="alert" className="w-full text-sm text-missing empty:hidden">
        {next.error && `The run has not been continued. ${messageOf(next.error)}`}
      </p>
    </>
  );
}
