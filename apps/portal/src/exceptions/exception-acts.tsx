import type { Exception } from "@assay/client";
import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { messageOf } from "@assay/site/error-panel";
import { useMay, useSession } from "@assay/site/use-session";
import { Button } from "@assay/ui";
import { useState } from "react";
import { useApproveException } from "./use-change-exception.ts";

const RevokeDialog = dialogOnDemand(() => import("./revoke-dialog.tsx"));

/** What the reader may do with an exception, and why not the rest. */
export function ExceptionActs({ exception }: { exception: Exception }) {
  const { data: session } = useSession();
  const isAdmin = useMay("ADMIN");
  const approve = useApproveException(exception.id);
  const [revoking, setRevoking] = useState(false);
  const { status, proposedBy } = exception;
  const isOwn = session !== undefined && proposedBy === session.actorId;
  const isProposed = status === "PROPOSED";
  const mayRevoke = (isProposed || status === "APPROVED") && (isAdmin || (isOwn && isProposed));
  if (!isProposed && !mayRevoke) return null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {isProposed && isAdmin && !isOwn && (
          <Button look="primary" busy={approve.isPending} onClick={() => approve.mutate()}>
            Approve
          </Button>
        )}
        {mayRevoke && (
          <Button onClick={() => setRevoking(true)}>{isProposed ? "Withdraw the proposal" : "Revoke"}</Button>
        )}
      </div>
      {isProposed && session && !(isAdmin && !isOwn) && (
        <p className="text-sm text-muted">
          {isOwn ? "Another person, an administrator, must approve it." : "An administrator must approve it."}
        </p>
      )}
      <p role="alert" className="text-sm text-missing empty:hidden">
        {approve.error && `It has not been approved. ${messageOf(approve.error)}`}
      </p>
      {revoking && <RevokeDialog exception={exception} onClose={() => setRevoking(false)} />}
    </div>
  );
}
