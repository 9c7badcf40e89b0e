import type { Run } from "@assay/client";
import { Button } from "@assay/ui";
import { CircleStop, StepForward } from "lucide-react";
import { useState } from "react";
import { formatCount } from "../format/format.ts";
import { messageOf } from "../shell/error-panel.tsx";
import { CancelRunDialog } from "./cancel-run-dialog.tsx";
import { countLeft, describeLeft } from "./verdict-counts.ts";

/** What a button needs of a mutation. */
interface Act<Input> {
  mutate: (input: Input, options?: { onSuccess: () => void }) => void;
  isPending: boolean;
  error: Error | null;
}

/** Ends a run that is under way, after asking why. */
export function CancelRunButton({
  run,
  act,
}: {
  run: Pick<Run, "assessedCount" | "totalRequirements">;
  act: Act<string>;
}) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CircleStop size={14} aria-hidden />
        Cancel the run
      </Button>
      {open && (
        <CancelRunDialog
          run={run}
          by={act}
          onConfirm={(reason) => act.mutate(reason, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}

/** Finishes a FAILED run by a new one, which asks only for what is left, and says what that is. */
export function ContinueRunButton({ run, act }: { run: Parameters<typeof countLeft>[0]; act: Act<void> }) {
  const kept = run.totalRequirements - countLeft(run);
  return (
    <>
      <p className="w-full text-sm">
        A run that continues it asks again for {describeLeft(run)}.
        {kept > 0 &&
          ` The ${formatCount(kept, "other verdict")} ${kept === 1 ? "is" : "are"} taken over, unless the evidence has changed.`}
      </p>
      <Button look="primary" busy={act.isPending} onClick={() => act.mutate()}>
        <StepForward size={14} aria-hidden />
        Continue: {formatCount(countLeft(run), "requirement")} left
      </Button>
      <p role="alert" className="w-full text-sm text-missing empty:hidden">
        {act.error && `The run has not been continued. ${messageOf(act.error)}`}
      </p>
    </>
  );
}
