import { Button, Dialog, TextField } from "@assay/ui";
import { type SubmitEvent, useEffect, useId, useState } from "react";
import { messageOf } from "../shell/error-panel.tsx";
import { storedSession } from "./auth.ts";
import { CodeField, RecoveryCodeField } from "./code-field.tsx";
import { confirmByCompany, isSignedInByCompany } from "./company-sign-in.ts";
import { signInAgain } from "./own-tenant.ts";
import { givePasskey } from "./passkeys.ts";
import { giveCode } from "./second-factor.ts";

/** Loaded when an action first asks for a more recent authentication; what was sent is then sent again. */
export default function ConfirmIdentityDialog({
  needsSecondFactor,
  needsPasskey,
  onConfirmed,
  onClose,
}: {
  needsSecondFactor: boolean;
  needsPasskey: boolean;
  onConfirmed: () => void;
  onClose: () => void;
}) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const email = storedSession()?.email ?? "";
  const [hasLost, setHasLost] = useState(false);
  const byPasskey = needsSecondFactor && needsPasskey;
  const [byCompany] = useState(() => !needsSecondFactor && isSignedInByCompany());
  const [closed] = useState(() => new AbortController());
  useEffect(() => () => closed.abort(), [closed]);
  useEffect(() => closeOnEscape(onClose), [onClose]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // The form that waits may be around this one in the tree of components.
    event.stopPropagation();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const typed = new FormData(event.currentTarget);
      if (byPasskey && !hasLost) await givePasskey();
      else if (needsSecondFactor) await giveCode(String(typed.get("code")));
      else if (byCompany) await confirmByCompany(closed.signal);
      else await signInAgain(String(typed.get("password")));
      onConfirmed();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Confirm that it is you"
      description="This action needs a recent sign-in. What you entered is kept."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" busy={busy}>
            {busy ? "Confirming …" : "Confirm"}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {byPasskey ? (
          hasLost ? (
            <RecoveryCodeField error={error ?? undefined} />
          ) : (
            <>
              <p role={error ? "alert" : undefined} className={error ? "text-sm text-missing" : "text-sm text-muted"}>
                {error ?? "Your browser asks for your passkey."}
              </p>
              <Button look="quiet" onClick={() => setHasLost(true)}>
                Use a recovery code
              </Button>
            </>
          )
        ) : needsSecondFactor ? (
          <CodeField error={error ?? undefined} />
        ) : byCompany ? (
          <p role={error ? "alert" : undefined} className={error ? "text-sm text-missing" : "text-sm text-muted"}>
            {error ?? "You signed in with your company: its sign-in opens in a window."}
          </p>
        ) : (
          <TextField
            label={`Password of ${email}`}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={error ?? undefined}
          />
        )}
      </form>
    </Dialog>
  );
}

/** Before the dialog below hears of it, which would close as well and lose what was typed. */
function closeOnEscape(onClose: () => void): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.stopPropagation();
    event.preventDefault();
    onClose();
  };
  window.addEventListener("keydown", listener, true);
  return () => window.removeEventListener("keydown", listener, true);
}
