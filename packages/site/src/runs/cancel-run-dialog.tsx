import type { Run } from "@assay/client";
import { Button, Dialog, TextField } from "@assay/ui";
import { useState } from "react";
import { messageOf } from "../shell/error-panel.tsx";

const REASON_LENGTH_MAX = 500;

export interface CancelRunDialogProps {
  run: Pick<Run, "assessedCount" | "totalRequirements">;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  busy: boolean;
  error: Error | null;
}

/** Asks why, and says what stays, before a run is ended. */
export function CancelRunDialog({ run, onConfirm, onClose, busy, error }: CancelRunDialogProps) {
  const [reason, setReason] = useState("");
  const given = reason.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this run?"
      description={`${run.assessedCount} of ${run.totalRequirements} requirements are assessed. Their verdicts stay, and the run can be continued later.`}
      actions={
        <>
          <Button onClick={onClose}>Keep it running</Button>
          <Button look="danger" busy={busy} disabled={given === ""} onClick={() => onConfirm(given)}>
            Cancel the run
          </Button>
        </>
      }
    >
      <TextField
        label="Reason"
        hint="Everybody who sees the run can read it"
        required
        maxLength={REASON_LENGTH_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p role="alert" className="mt-3 text-sm text-missing empty:hidden">
        {error && `The run has not been cancelled. ${messageOf(error)}`}
      </p>
    </Dialog>
  );
}
