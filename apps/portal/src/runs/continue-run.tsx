import type { Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import { messageOf } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { setSearch } from "@assay/site/location";
import { countLeft } from "@assay/site/verdict-counts";
import { Button } from "@assay/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { StepForward } from "lucide-react";

/** Finishes a FAILED run by a new one, which asks only for what is left. */
export function ContinueRun({ run }: { run: Run }) {
  const queries = useQueryClient();
  const next = useMutation({
    mutationFn: async () => (await assay()).runs.continue(run.id),
    onSuccess: ({ id }) => setSearch({ run: id, status: null }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["runs"] }),
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
