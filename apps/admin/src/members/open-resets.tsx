import type { Reset, Session } from "@assay/client";
import { formatDateTime } from "@assay/site/format";
import { Button, type Tone } from "@assay/ui";
import { useState } from "react";
import { Section } from "../app/section.tsx";
import { useTenantAct, useTenantQuery } from "../app/use-tenant-query.ts";
import { ShownOnce } from "../lists/shown-once.tsx";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { PendingRow } from "./pending-row.tsx";

const KINDS: Readonly<Record<Reset["kind"], string>> = { PASSWORD: "password", FACTORS: "second factors" };

/** Resets that wait for a second administrator or for the person; nothing where there is none. */
export function OpenResets({ session }: { session: Session | undefined }) {
  const { data } = useTenantQuery({
    key: ["members", "resets"],
    load: ({ admin }, options) => admin.resets.list(options).page({ limit: 200 }),
  });
  const confirm = useSecretAct(({ admin }, id: string) => admin.resets.confirm(id));
  const withdraw = useTenantAct(({ admin }, id: string) => admin.resets.withdraw(id));
  const me = session?.actorId;
  const act = {
    busy: confirm.isPending || withdraw.isPending,
    confirm: (id: string) => confirm.mutate(id),
    withdraw: (id: string) => withdraw.mutate(id),
  };
  const open = (data?.items ?? []).filter(({ state }) => state === "ASKED" || state === "OPEN");
  const [closed, setClosed] = useState<unknown>();
  const told = confirm.told?.path === undefined || confirm.told === closed ? undefined : confirm.told;
  const error = confirm.error ?? withdraw.error;
  if (!session || (open.length === 0 && !told)) return null;
  return (
    <Section title="Resets">
      <ul aria-label="Resets" className="divide-y divide-line rounded-lg border border-line">
        {open.map((reset) => (
          <ResetRow key={reset.id} {...{ reset, act, isMine: reset.requestedBy === me || reset.userId === me }} />
        ))}
      </ul>
      <p role="alert" className="text-sm text-missing empty:hidden">
        {error?.message}
      </p>
      {told && <ShownLink told={told} onClose={() => setClosed(told)} />}
    </Section>
  );
}

function ShownLink({ told: { path, reset }, onClose }: { told: { path?: string; reset: Reset }; onClose: () => void }) {
  const until = formatDateTime(reset.expiresAt);
  const address = new URL(path!, location.origin).href;
  const message = `Open this address to choose a new password for Assay, once, until ${until}:\n\n${address}`;
  return (
    <ShownOnce
      title={`New password for ${reset.email}`}
      what="link"
      secret={address}
      message={message}
      onClose={onClose}
    >
      <p>Hand it over by a channel that only they can read. It works until {until}.</p>
    </ShownOnce>
  );
}

interface ResetRowProps {
  reset: Reset;
  /** Begun by the person at the page, or of their account: another one confirms. */
  isMine: boolean;
  act: { readonly busy: boolean; confirm(id: string): void; withdraw(id: string): void };
}

function ResetRow({ reset, isMine, act }: ResetRowProps) {
  const { id, email, kind, state, requestedByName, expiresAt } = reset;
  const what = `the reset of ${email}`;
  const by = requestedByName ?? "a former member";
  return (
    <PendingRow
      email={email}
      badge={BADGES[badgeOf(reset)]}
      note={`${KINDS[kind]} · begun by ${by} · until ${formatDateTime(expiresAt)}`}
    >
      {state === "ASKED" && !isMine && (
        <Button busy={act.busy} onClick={() => act.confirm(id)} aria-label={`Confirm ${what}`}>
          Confirm
        </Button>
      )}
      <Button look="quiet" busy={act.busy} onClick={() => act.withdraw(id)} aria-label={`Withdraw ${what}`}>
        Withdraw
      </Button>
    </PendingRow>
  );
}

const BADGES = {
  ASKED: { label: "Another administrator must confirm", tone: "partial" },
  HANDED_OVER: { label: "Link to hand over", tone: "neutral" },
  MAILED: { label: "Link goes by mail", tone: "neutral" },
  FAILED: { label: "Mail could not be sent", tone: "missing" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

const badgeOf = ({ state, way, mail }: Reset): keyof typeof BADGES =>
  state === "ASKED" ? "ASKED" : way === "TWO_ADMINS" ? "HANDED_OVER" : mail === "FAILED" ? "FAILED" : "MAILED";
