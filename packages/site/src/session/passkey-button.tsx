import { Button } from "@assay/ui";
import { useState } from "react";
import { messageOf } from "../shell/error-panel.tsx";

/** Asks the browser for a passkey of this service; no e-mail is needed. Absent where the browser has none. */
export function PasskeyButton({
  onSignedIn,
  onError,
}: {
  onSignedIn: () => Promise<void>;
  onError: (message: string | null) => void;
}) {
  const [busy, setBusy] = useState(false);
  if (!("PublicKeyCredential" in window)) return null;

  async function signIn() {
    setBusy(true);
    onError(null);
    try {
      const { signInByPasskey } = await import("./passkeys.ts");
      await signInByPasskey();
      await onSignedIn();
    } catch (failure) {
      onError(messageOf(failure));
      setBusy(false);
    }
  }
  return (
    <Button busy={busy} className="h-9" onClick={() => void signIn()}>
      Continue with a passkey
    </Button>
  );
}
