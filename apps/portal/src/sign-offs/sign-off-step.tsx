import type { Session, SignOff, SignOffRole } from "@assay/client";
import { SIGNED_MARKS } from "@assay/site/signed-mark";
import { Button, classNames } from "@assay/ui";
import { SignOffDetails } from "./sign-off-details.tsx";
import { findStanding, mayWithdraw, nextRole, whyNotSign } from "./turn.ts";
import type { SignOffAct } from "./use-sign-off-acts.ts";

interface SignOffStepProps {
  role: SignOffRole;
  signOffs: readonly SignOff[];
  session: Session | undefined;
  onAct: (act: SignOffAct) => void;
}

/** One role of the sign-off: who has signed, or what is to be done. */
export function SignOffStep({ role, signOffs, session, onAct }: SignOffStepProps) {
  const { label, icon: Icon } = SIGNED_MARKS[role];
  const signed = findStanding(signOffs, role);
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0 [&:not(:last-child)]:before:absolute [&:not(:last-child)]:before:start-3.5 [&:not(:last-child)]:before:top-8 [&:not(:last-child)]:before:bottom-1 [&:not(:last-child)]:before:w-px [&:not(:last-child)]:before:bg-line-control">
      <span
        aria-hidden
        className={classNames(
          "flex size-7 shrink-0 items-center justify-center rounded-full border",
          signed ? "border-text bg-text text-surface" : "border-dashed border-line-strong text-muted",
        )}
      >
        <Icon size={14} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1 pt-1">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <h3 className="min-w-0 flex-1 text-sm font-semibold">{label}</h3>
          {signed && session && mayWithdraw(signed, session) && (
            <Button
              look="quiet"
              className="-my-1 print:hidden"
              aria-label={`Withdraw the signature as ${label.toLowerCase()}`}
              onClick={() => onAct({ kind: "withdraw", signOff: signed })}
            >
              Withdraw
            </Button>
          )}
        </div>
        {signed ? <SignOffDetails signOff={signed} /> : <Open {...{ role, signOffs, session, onAct }} />}
      </div>
    </li>
  );
}

function Open({ role, signOffs, session, onAct }: SignOffStepProps) {
  if (nextRole(signOffs) !== role || !session) return <p className="text-sm text-muted">Not signed yet</p>;
  const why = whyNotSign(signOffs, session);
  if (why) return <p className="text-sm text-muted">Not signed yet. {why}</p>;
  const label = SIGNED_MARKS[role].label.toLowerCase();
  return (
    <>
      <p className="text-sm text-muted">Not signed yet</p>
      <div className="mt-1 flex flex-wrap gap-2 print:hidden">
        <Button look="primary" onClick={() => onAct({ kind: "sign", role })}>
          Sign as {label}
        </Button>
        {role === "REVIEWED" && <Button onClick={() => onAct({ kind: "decline" })}>Decline</Button>}
      </div>
    </>
  );
}
