import type { Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import { setSearch } from "@assay/site/location";
import { ContinueRunButton } from "@assay/site/run-acts";
import { useMutation, useQueryClient } from "@tanstack/react-query";

/** Finishes a FAILED run by a new one, which asks only for what is left. */
export function ContinueRun({ run }: { run: Run }) {
  const queries = useQueryClient();
  const next = useMutation({
    mutationFn: async () => (await assay()).runs.continue(run.id, { waitForDocuments: true }),
    onSuccess: ({ id }) => setSearch({ run: id, status: null, tab: null }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["runs"] }),
  });
  return <ContinueRunButton run={run} act={next} />;
}
