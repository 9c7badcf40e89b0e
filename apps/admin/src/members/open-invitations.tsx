import type { Invitation, Session } from "@assay/client";
import { formatDateTime } from "@assay/site/format";
import { ROLE_NAMES } from "@assay/site/use-session";
import { Button, type Tone } from "@assay/ui";
import { useState } from "react";
import { Section } from "../app/section.tsx";
import { useTenantAct, useTenantQuery } from "../app/use-tenant-query.ts";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { PendingRow } from "./pending-row.tsx";
import { ShownInvitation } from "./shown-invitation.tsx";

/** People who are invited and have not accepted; nothing where there is nobody. */
export function OpenInvitations({ session }: { session: Session | undefined }) {
  const { data } = useTenantQuery({
    key: ["members", "invitations"],
    load: ({ admin }, options) => admin.invitations.list(options).page({ limit: 200 }),
  });
  const renew = useSecretAct(({ admin }, id: string) => admin.invitations.renew(id));
  const withdraw = useTenantAct(({ admin }, id: string) => admin.invitations.withdraw(id));
  const [closed, setClosed] = useState<unknown>();
  const told = renew.told === closed ? undefined : renew.told;
  const open = (data?.items ?? []).filter(({ state }) => state === "PENDING" || state === "EXPIRED");
  if (!session || (open.length === 0 && !told)) return null;
  return (
    <Section title="Invited">
      <ul aria-label="Invited" className="divide-y divide-line rounded-lg border border-line">
        {open.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            busy={renew.isPending || withdraw.isPending}
            onRenew={() => renew.mutate(invitation.id)}
            onWithdraw={() => withdraw.mutate(invitation.id)}
          />
        ))}
      </ul>
      {told && <ShownInvitation issued={told} tenant={session.tenant.name} onClose={() => setClosed(told)} />}
    </Section>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  busy: boolean;
  onRenew: () => void;
  onWithdraw: () => void;
}

function InvitationRow({ invitation, busy, onRenew, onWithdraw }: InvitationRowProps) {
  const { email, role, expiresAt } = invitation;
  return (
    <PendingRow
      email={email}
      badge={stateOf(invitation)}
      note={`${ROLE_NAMES[role]} · until ${formatDateTime(expiresAt)}`}
    >
      <Button look="quiet" busy={busy} onClick={onRenew} aria-label={`Renew the invitation of ${email}`}>
        Renew
      </Button>
      <Button look="quiet" busy={busy} onClick={onWithdraw} aria-label={`Withdraw the invitation of ${email}`}>
        Withdraw
      </Button>
    </PendingRow>
  );
}

function stateOf({ state, mail, delivery }: Invitation): { label: string; tone: Tone } {
  if (state === "EXPIRED") return { label: "Expired", tone: "neutral" };
  if (delivery === "HANDED_OVER") return { label: "Link to hand over", tone: "partial" };
  if (mail === "FAILED") return { label: "Mail could not be sent", tone: "missing" };
  return mail === "SENT" ? { label: "Mail sent", tone: "neutral" } : { label: "Mail on its way", tone: "neutral" };
}
