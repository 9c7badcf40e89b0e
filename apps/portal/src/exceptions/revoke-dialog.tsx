import type { Exception } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, lines } from "@assay/site/form-dialog";
import { useRevokeException } from "./use-change-exception.ts";

const FIELDS = {
  reason: lines("Reason", {
    required: true,
    length: TEXT_LIMITS.exceptionRevocationReason,
    hint: "It stays in the register",
  }),
};

/** Asks why, and says what stays. */
export default function RevokeDialog({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const revoke = useRevokeException(exception.id);
  const isProposal = exception.status === "PROPOSED";
  return (
    <FormDialog
      title={isProposal ? "Withdraw this proposal?" : "Revoke this exception?"}
      description={
        isProposal
          ? `Nobody can approve it any more. A new one can be proposed for ${exception.requirementId}.`
          : `The task of ${exception.requirementId} counts as open again. Runs that have started keep the exception.`
      }
      fields={FIELDS}
      act={isProposal ? "Withdraw" : "Revoke"}
      look="danger"
      disabled={({ reason }) => reason.trim() === ""}
      by={revoke}
      onSend={({ reason }) => revoke.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
