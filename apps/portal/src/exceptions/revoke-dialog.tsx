import type { Exception } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { Button, Dialog, TextArea } from "@assay/ui";
import { useState } from "react";
import { useRevokeException } from "./use-change-exception.ts";

const REASON_LENGTH_MAX = 1000;

/** Asks why, and says what stays. */
export default function RevokeDialog({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const revoke = useRevokeException(exception.id);
  const isProposal = exception.status === "PROPOSED";
  const given = reason.trim();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isProposal ? "Withdraw this proposal?" : "Revoke this exception?"}
      description={
        isProposal
          ? `Nobody can approve it any more. A new one can be proposed for ${exception.requirementId}.`
          : `The task of ${exception.requirementId} counts as open again. Runs that have started keep the exception.`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            busy={revoke.isPending}
            disabled={given === ""}
            onClick={() => revoke.mutate(given, { onSuccess: onClose })}
          >
            {isProposal ? "Withdraw" : "Revoke"}
          </Button>
        </>
      }
    >
      <TextArea
        label="Reason"
        hint="It stays in the register"
        required
        maxLength={REASON_LENGTH_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p role="alert" className="mt-3 text-sm text-missing empty:hidden">
        {revoke.error && `Nothing has been changed. ${messageOf(revoke.error)}`}
      </p>
    </Dialog>
  );
}
