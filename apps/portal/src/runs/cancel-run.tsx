import type { Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import { CancelRunButton } from "@assay/site/run-acts";
import { useMay } from "@assay/site/use-session";
import { useMutation, useQueryClient } from "@tanstack/react-query";

/** Ends a run that is under way, also one that waits. */
export function CancelRun({ run }: { run: Run }) {
  const mayCancel = useMay("MEMBER");
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: async (reason: string) => (await assay()).runs.cancel(run.id, reason),
    onSettled: async () => {
      for (const queryKey of [["runs"], ["run", run.id]]) await queries.invalidateQueries({ queryKey });
    },
  });
  return mayCancel ? <CancelRunButton run={run} act={cancel} /> : null;
}
