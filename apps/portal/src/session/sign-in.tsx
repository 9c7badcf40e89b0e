import { Button, TextField } from "@assay/ui";
import { type SubmitEvent, useState } from "react";
import { messageOf } from "../app/error-panel.tsx";
import { BASE, navigate, useSearchParam } from "../app/location.ts";
import { signIn } from "./auth.ts";
import { EmptyNotice } from "./empty-notice.tsx";
import { queryClient } from "./query-client.ts";
import { safeNext } from "./safe-next.ts";

export default function SignIn() {
  const next = useSearchParam("next");
  const ended = useSearchParam("ended") !== null;
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await signIn(String(form.get("email")), String(form.get("password")));
      queryClient.clear();
      navigate(safeNext(next, location.origin), { replace: true });
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <form
        onSubmit={(event) => void submit(event)}
        className="flex w-full max-w-sm flex-col gap-4 rounded-xl border border-line bg-raised p-6 shadow-raised"
      >
        <div className="flex items-center gap-3">
          <img src={`${BASE}/icon.svg`} alt="" width={32} height={32} />
          <h1 className="text-lg font-semibold">Sign in to Assay</h1>
        </div>
        {ended && !error && (
          <p className="text-sm text-muted">Your session has ended. Sign in to go on where you were.</p>
        )}
        <EmptyNotice />
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        <div role="alert" className="min-h-5 text-sm text-missing">
          {error}
        </div>
        <Button type="submit" look="primary" busy={busy} className="h-9">
          {busy ? "Signing in …" : "Sign in"}
        </Button>
      </form>
    </main>
  );
}
