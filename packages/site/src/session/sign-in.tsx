import { Button, dropTypedText, TextField } from "@assay/ui";
import { lazy, type SubmitEvent, Suspense, useRef, useState } from "react";
import { BASE, navigate, useSearchParam } from "../router/location.ts";
import { messageOf } from "../shell/error-panel.tsx";
import { assay } from "./assay.ts";
import { signIn } from "./auth.ts";
import { CompanyButton } from "./company-button.tsx";
import { EmptyNotice } from "./empty-notice.tsx";
import { EntryCard } from "./entry-card.tsx";
import { enterLastTenant } from "./own-tenant.ts";
import { forgetTenant } from "./page-tenant.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { queryClient } from "./query-client.ts";
import { readSignOn } from "./read-sign-on.ts";
import { readRecovery } from "./recovery.ts";
import { safeNext } from "./safe-next.ts";
import { sessionQuery } from "./use-session.ts";

const ForgotPassword = lazy(() => import("./forgot-password.tsx"));
const FinishSignOn = lazy(() => import("./finish-sign-on.tsx"));
const RecoverPassword = lazy(() => import("./recover-password.tsx"));

export default function SignIn() {
  const [recovery, setRecovery] = useState(() => (readRecovery(location.hash) ? location.hash : null));
  const [reply, setReply] = useState(() => readSignOn(location.search));
  if (reply)
    return (
      <Suspense fallback={null}>
        <FinishSignOn
          reply={reply}
          onSignedIn={enter}
          onLeave={() => {
            setReply(null);
            navigate(`${BASE}/sign-in`, { replace: true });
          }}
        />
      </Suspense>
    );
  if (recovery === null) return <SignInForm />;
  return (
    <Suspense fallback={null}>
      <RecoverPassword hash={recovery} onLeave={() => setRecovery(null)} />
    </Suspense>
  );
}

async function enter(next: string | null): Promise<void> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  queryClient.clear();
  // Whether the first password must be changed is known before the first view shows.
  const now = await readSessionInside().catch(() => undefined);
  if (now?.actorId !== before?.actorId || now?.tenant.id !== before?.tenant.id) dropTypedText();
  navigate(safeNext(next, location.origin), { replace: true });
}

/** In the tenant that the person chose last here. */
async function readSessionInside() {
  forgetTenant();
  const session = await (await assay()).session();
  await enterLastTenant(session);
  return queryClient.ensureQueryData(sessionQuery);
}

function SignInForm() {
  const next = useSearchParam("next");
  const ended = useSearchParam("ended") !== null;
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [forgot, setForgot] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const readEmail = () => String(new FormData(form.current!).get("email")).trim();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await signIn(String(values.get("email")), String(values.get("password")));
      await enter(next);
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }

  return (
    <EntryCard title="Sign in to Assay">
      <form ref={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {ended && !error && (
          <p className="text-sm text-muted">Your session has ended. Sign in to continue where you were.</p>
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
        <PasskeyButton onSignedIn={() => enter(next)} onError={setError} />
        <CompanyButton readEmail={readEmail} next={next} onError={setError} />
        {!forgot && (
          <Button look="quiet" onClick={() => setForgot(true)}>
            Forgot your password?
          </Button>
        )}
        {forgot && (
          <Suspense fallback={null}>
            <ForgotPassword readEmail={readEmail} />
          </Suspense>
        )}
      </form>
    </EntryCard>
  );
}
