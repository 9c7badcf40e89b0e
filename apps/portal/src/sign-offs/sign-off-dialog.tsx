import type { Run, SignOff, SignOffRole } from "@assay/client";
import { SIGNED_MARKS } from "@assay/site/signed-mark";
import { useQuery } from "@tanstack/react-query";
import { reviewQueueQuery } from "../review/queries.ts";
import { ActDialog } from "./act-dialog.tsx";
import { findGaps } from "./describe-reviewed.ts";
import { findStanding, SIGN_OFF_ORDER } from "./turn.ts";
import { type SignOffAct, useSignOffAct } from "./use-sign-off-acts.ts";

const MEANINGS: Readonly<Record<SignOffRole, string>> = {
  PREPARED:
    "You state that this run and its reviews are ready for another person. While a signature stands, the reviews are closed; comments and tasks stay open.",
  REVIEWED: "You state that you, who did not prepare this run, have looked at its verdicts and reviews.",
  APPROVED: "You state that you accept this run, its verdicts and its reviews.",
};

interface SignOffDialogProps {
  run: Run;
  signOffs: readonly SignOff[];
  act: SignOffAct;
  onClose: () => void;
}

/** Asks before an act of the sign-off. */
export function SignOffDialog({ run, signOffs, act, onClose }: SignOffDialogProps) {
  const { mutate, isPending, error } = useSignOffAct(run, onClose);
  const { data: queue } = useQuery({ ...reviewQueueQuery(run.id), enabled: act.kind === "sign" });
  const common = {
    busy: isPending,
    error,
    onClose,
    onConfirm: (statement: string) => mutate({ act, statement }),
  };
  switch (act.kind) {
    case "sign": {
      const as = SIGNED_MARKS[act.role].label.toLowerCase();
      return (
        <ActDialog
          {...common}
          title={`Sign as ${as}`}
          description={MEANINGS[act.role]}
          warnings={queue ? findGaps(queue.counts) : []}
          label="Statement"
          act={`Sign as ${as}`}
        />
      );
    }
    case "decline":
      return (
        <ActDialog
          {...common}
          title="Decline to sign?"
          description={`The signature of ${findStanding(signOffs, "PREPARED")?.signerName ?? "who prepared the run"} is withdrawn, and the reviews are open again. Your refusal stays in the history, signed.`}
          label="What is to be done"
          act="Decline"
          look="danger"
        />
      );
    case "withdraw":
      return (
        <ActDialog
          {...common}
          title={`Withdraw the signature as ${SIGNED_MARKS[act.signOff.role].label.toLowerCase()}?`}
          description={describeWithdrawal(act.signOff, signOffs)}
          label="Reason"
          act="Withdraw"
          look="danger"
        />
      );
    default:
      return act satisfies never;
  }
}

function describeWithdrawal({ role }: SignOff, signOffs: readonly SignOff[]): string {
  const later = SIGN_OFF_ORDER.slice(SIGN_OFF_ORDER.indexOf(role) + 1).filter((each) => findStanding(signOffs, each));
  const names = later.map((each) => SIGNED_MARKS[each].label.toLowerCase()).join(" and ");
  return [
    names && `The signature as ${names} ends with it.`,
    role === "PREPARED" && "The reviews are open again.",
    "It stays in the history.",
  ]
    .filter(Boolean)
    .join(" ");
}
