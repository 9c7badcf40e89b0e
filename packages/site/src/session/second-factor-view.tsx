import { Button } from "@assay/ui";
import { type SubmitEvent, useState } from "react";
import { BASE, navigate } from "../router/location.ts";
import { messageOf } from "../shell/error-panel.tsx";
import { signOut } from "./auth.ts";
import { CodeField } from "./code-field.tsx";
import { EntryCard } from "./entry-card.tsx";
import { queryClient } from "./query-client.ts";
import { giveCode } from "./second-factor.ts";

/** In place of every view, until the session has proved the second factor of the account. */
export default function SecondFactor() {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await giveCode(String(new FormData(event.currentTarget).get("code")));
      await queryClient.resetQueries();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }
  const leave = async () => {
    await signOut();
    queryClient.clear();
    navigate(`${BASE}/sign-in`, { replace: true });
  };
  return (
    <EntryCard title="Second factor">
      <p className="text-sm text-muted">Your password is right. This account also needs a code.</p>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <CodeField {...(error !== undefined && { error })} />
        <Button type="submit" look="primary" busy={busy} className="h-9">
          {busy ? "Checking …" : "Continue"}
        </Button>
        <Button look="quiet" onClick={() => void leave()}>
          Sign out
        </Button>
      </form>
    </EntryCard>
  );
}
