import type { OfferedInvitation } from "@assay/client";
import { EntryCard } from "@assay/site/entry-card";
import { messageOf } from "@assay/site/error-panel";
import { formatDateTime } from "@assay/site/format";
import { BASE, navigate } from "@assay/site/location";
import { PasswordFields } from "@assay/site/password-fields";
import { usePasswordForm } from "@assay/site/use-password-form";
import { ROLE_NAMES } from "@assay/site/use-session";
import { Button } from "@assay/ui";
import { useState } from "react";
import { acceptSignedIn, acceptWithPassword, signedInAs } from "./open-invitation.ts";

interface AcceptFormProps {
  secret: string;
  invitation: OfferedInvitation;
}

const enter = () => navigate(BASE, { replace: true });

/** Who invites, and how to accept. */
export function AcceptForm({ secret, invitation }: AcceptFormProps) {
  const { tenantName, email, role, invitedByName, expiresAt } = invitation;
  return (
    <EntryCard title={`Join ${tenantName}`}>
      <p className="text-sm">
        <bdi className="break-all">{invitedByName ?? "An administrator of the service"}</bdi> invites{" "}
        <bdi className="font-medium break-all">{email}</bdi> to {tenantName} with the role {ROLE_NAMES[role]}, until{" "}
        {formatDateTime(expiresAt)}.
      </p>
      {signedInAs() === email ? <WithMyAccount secret={secret} /> : <WithNewAccount secret={secret} email={email} />}
    </EntryCard>
  );
}

function WithMyAccount({ secret }: { secret: string }) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    try {
      await acceptSignedIn(secret);
      enter();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <>
      <Button look="primary" busy={busy} className="h-9" onClick={() => void accept()}>
        Accept
      </Button>
      <div role="alert" className="text-sm text-missing empty:hidden">
        {error}
      </div>
    </>
  );
}

function WithNewAccount({ secret, email }: { secret: string; email: string }) {
  const { errors, busy, submit } = usePasswordForm(async (values) => {
    await acceptWithPassword(secret, email, values.new);
    enter();
  });
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PasswordFields email={email} errors={errors} />
      <Button type="submit" look="primary" busy={busy} className="h-9">
        {busy ? "Accepting …" : "Accept and choose this password"}
      </Button>
      <Button look="quiet" onClick={() => navigate(`${BASE}/sign-in?next=${encodeURIComponent(`${BASE}/invitation`)}`)}>
        I have an account: sign in first
      </Button>
    </form>
  );
}
