import type { Run } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, text } from "../forms/form-dialog.tsx";

export interface CancelRunDialogProps {
  run: Pick<Run, "assessedCount" | "totalRequirements">;
  by: { readonly isPending: boolean; readonly error: Error | null };
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

const FIELDS = {
  reason: text("Reason", {
    required: true,
    length: TEXT_LIMITS.cancelReason,
    hint: "Everybody who sees the run can read it",
  }),
};

/** Asks why, and says what stays, before a run is ended. */
export function CancelRunDialog({ run, by, onConfirm, onClose }: CancelRunDialogProps) {
  return (
    <FormDialog
      title="Cancel this run?"
      description={`${run.assessedCount} of ${run.totalRequirements} requirements are assessed. Their verdicts stay, and the run can be continued later.`}
      fields={FIELDS}
      act="Cancel the run"
      look="danger"
      cancel="Keep it running"
      disabled={({ reason }) => reason.trim() === ""}
      by={by}
      failed="The run has not been cancelled."
      onSend={({ reason }) => onConfirm(reason)}
      onClose={onClose}
    />
  );
}
