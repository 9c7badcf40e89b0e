import type { Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import { CancelRunDialog } from "@assay/site/cancel-run-dialog";
import { useMay } from "@assay/site/use-session";
import { Button } from "@assay/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleStop } from "lucide-react";
import { useState } from "react";

/** Ends a run that is under way, also one that waits. */
export function CancelRun({ run }: { run: Run }) {
  const mayCancel = useMay("MEMBER");
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: async (reason: string) => (await assay()).runs.cancel(run.id, reason),
    onSuccess: () => setOpen(false),
    onSettled: async () => {
      for (const queryKey of [["runs"], ["run", run.id]]) await queries.invalidateQueries({ queryKey });
    },
  });
  if (!mayCancel) return null;
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
