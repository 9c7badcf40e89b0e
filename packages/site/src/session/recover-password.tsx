import { Button } from "@assay/ui";
import { useState } from "react";
import { BASE, navigate } from "../router/location.ts";
import { EntryCard } from "./entry-card.tsx";
import { PasswordFields } from "./password-fields.tsx";
import { queryClient } from "./query-client.ts";
import { readRecovery, recoverPassword } from "./recovery.ts";
import { usePasswordForm } from "./use-password-form.ts";

/** Where the link of a mail for a new password leads. */
export default function RecoverPassword({ hash, onLeave }: { hash: string; onLeave: () => void }) {
  const [tokens] = useState(() => {
    // Out of the address and the history at once.
    history.replaceState(null, "", location.pathname + location.search);
    return readRecovery(hash)?.tokens ?? null;
  });
  const { errors, busy, submit } = usePasswordForm(async (values) => {
    await recoverPassword(tokens!, values.new);
    queryClient.clear();
    navigate(BASE, { replace: true });
  });
  return (
    <EntryCard title="Choose a new password">
      {tokens ? (
        <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          <PasswordFields errors={errors} />
          <Button type="submit" look="primary" busy={busy} className="h-9">
            {busy ? "Changing …" : "Change password"}
          </Button>
        </form>
      ) : (
        <p className="text-sm">The link has expired or was already used. Request another one on the sign-in page.</p>
      )}
      <Button look="quiet" onClick={onLeave}>
        Go to the sign-in page
      </Button>
    </EntryCard>
  );
}
