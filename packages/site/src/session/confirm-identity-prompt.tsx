import { useSyncExternalStore } from "react";
import { dialogOnDemand } from "../shell/dialog-on-demand.tsx";
import { onProofRequest, proofRequest } from "./confirm-identity.ts";

const ConfirmIdentityDialog = dialogOnDemand(() => import("./confirm-identity-dialog.tsx"));

/** Over whatever is open, which stays as it is, while an action waits for a proof of who acts. */
export function ConfirmIdentity() {
  const request = useSyncExternalStore(onProofRequest, proofRequest, () => undefined);
  if (!request) return null;
  return (
    <ConfirmIdentityDialog
      needsSecondFactor={request.needsSecondFactor}
      needsPasskey={request.needsPasskey}
      onConfirmed={() => request.answer(true)}
      onClose={() => request.answer(false)}
    />
  );
}
