import { Button } from "@assay/ui";
import { type SubmitEvent, useState } from "react";
import { messageOf } from "../shell/error-panel.tsx";
import { storedSession } from "./auth.ts";
import { CodeField, RecoveryCodeField } from "./code-field.tsx";
import { EntryCard } from "./entry-card.tsx";
import { leave } from "./leave.ts";
import { queryClient } from "./query-client.ts";
import { giveCode } from "./second-factor.ts";

/** In place of every view, until the session has proved the second factor of the account. */
export default function SecondFactor() {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const [{ hasPasskey, hasApp }] = useState(() => storedSession() ?? { hasPasskey: false, hasApp: true });
  const Field = hasPasskey && !hasApp ? RecoveryCodeField : CodeField;

  async function proveBy(act: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await act();
      await queryClient.resetQueries();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("code"));
    void proveBy(() => giveCode(typed));
  };
  const provePasskey = () => proveBy(async () => (await import("./passkeys.ts")).givePasskey());
  return (
    <EntryCard title="Second factor">
      <p className="text-sm text-muted">
        Your password is right.{" "}
        {hasPasskey ? "This account also needs your passkey, or a code." : "This account also needs a code."}
      </p>
      {hasPasskey && (
        <Button look="primary" busy={busy} className="h-9" onClick={() => void provePasskey()}>
          Use your passkey
        </Button>
      )}
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field {...(error !== undefined && { error })} />
        <Button type="submit" look={hasPasskey ? "secondary" : "primary"} busy={busy} className="h-9">
          {busy ? "Checking …" : "Continue"}
        </Button>
        <Button look="quiet" onClick={() => void leave()}>
          Sign out
        </Button>
      </form>
    </EntryCard>
  );
}
