import { AssayApiError, completeReset, exchangeReset, type OfferedReset } from "@assay/client";
import { signOut, storedSession } from "@assay/site/auth";
import { EntryCard } from "@assay/site/entry-card";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatDateTime } from "@assay/site/format";
import { BASE, navigate } from "@assay/site/location";
import { PasswordFields } from "@assay/site/password-fields";
import { queryClient } from "@assay/site/query-client";
import { siteConfig } from "@assay/site/site-config";
import { usePasswordForm } from "@assay/site/use-password-form";
import { Button, SkeletonList } from "@assay/ui";
import { useCallback, useEffect, useState } from "react";
import { ClosedEntry } from "../app/closed-entry.tsx";
import { takeSecret } from "../app/take-secret.ts";

type Opening =
  | { readonly state: "OPEN"; readonly reset: OfferedReset }
  | { readonly state: "ENDED" }
  | { readonly state: "FAILED"; readonly error: unknown };

/** Choose a new password, by the link of a mail or one that an administrator handed over. */
export default function ResetView() {
  const [secret] = useState(() => takeSecret("/reset"));
  const [opening, setOpening] = useState<Opening>();
  const open = useCallback(() => void (secret && openReset(secret).then(setOpening)), [secret]);
  useEffect(open, [open]);
  if (secret === null)
    return (
      <ClosedEntry title="No link is open">
        Open the whole address that was sent to you, with the part after the #.
      </ClosedEntry>
    );
  switch (opening?.state) {
    case undefined:
      return <SkeletonList label="Opening the link" rows={4} />;
    case "OPEN":
      return <ResetForm secret={secret} reset={opening.reset} />;
    case "ENDED":
      return (
        <ClosedEntry title="This link has ended">
          It was used or withdrawn, or it has expired. Ask for another one on the sign-in page.
        </ClosedEntry>
      );
    case "FAILED":
      return (
        <main className="p-4">
          <ErrorPanel title="The link cannot be opened" error={opening.error} onRetry={open} />
        </main>
      );
    default:
      return opening satisfies never;
  }
}

async function openReset(secret: string): Promise<Opening> {
  try {
    return { state: "OPEN", reset: await exchangeReset((await siteConfig()).apiUrl, secret) };
  } catch (error) {
    return error instanceof AssayApiError && error.status === 401 ? { state: "ENDED" } : { state: "FAILED", error };
  }
}

function ResetForm({ secret, reset: { email, expiresAt } }: { secret: string; reset: OfferedReset }) {
  const { errors, busy, submit } = usePasswordForm(async (values) => {
    await completeReset((await siteConfig()).apiUrl, { secret, password: values.new });
    // The session has ended with the old password.
    if (storedSession()) await signOut();
    queryClient.clear();
    navigate(`${BASE}/sign-in`, { replace: true });
  });
  return (
    <EntryCard title="Choose a new password">
      <p className="text-sm">
        For <bdi className="font-medium break-all">{email}</bdi>, until {formatDateTime(expiresAt)}. You are then signed
        out everywhere, and sign in with it.
      </p>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <PasswordFields email={email} errors={errors} />
        <Button type="submit" look="primary" busy={busy} className="h-9">
          {busy ? "Changing …" : "Change password"}
        </Button>
      </form>
    </EntryCard>
  );
}
