import type { Run, SignOff, SignOffRole } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, lines } from "@assay/site/form-dialog";
import { SIGNED_MARKS } from "@assay/site/signed-mark";
import { Notice } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { reviewQueueQuery } from "../review/queries.ts";
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

/** Says what an act of the sign-off means and asks for the words that are signed with it. */
export function SignOffDialog({ run, signOffs, act, onClose }: SignOffDialogProps) {
  const sign = useSignOffAct(run, onClose);
  const { data: queue } = useQuery({ ...reviewQueueQuery(run.id), enabled: act.kind === "sign" });
  const warnings = act.kind === "sign" && queue ? findGaps(queue.counts) : [];
  const { label, ...words } = wordsOf(act, signOffs);
  return (
    <FormDialog
      {...words}
      fields={{
        statement: lines(label, {
          required: true,
          length: TEXT_LIMITS.signOffStatement,
          hint: "It is signed with the act: everybody who sees the run can read it, and nobody can change it",
        }),
      }}
      look={act.kind === "sign" ? "primary" : "danger"}
      disabled={({ statement }) => statement.trim() === ""}
      by={sign}
      onSend={({ statement }) => sign.mutate({ act, statement })}
      onClose={onClose}
    >
      {warnings.length > 0 && (
        <Notice tone="partial" title="Before you sign">
          <ul className="list-disc ps-4">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  );
}

/** What the act is called, what it means, and what is to be written. */
function wordsOf(act: SignOffAct, signOffs: readonly SignOff[]) {
  switch (act.kind) {
    case "sign": {
      const title = `Sign as ${nameOf(act.role)}`;
      return { title, description: MEANINGS[act.role], label: "Statement", act: title };
    }
    case "decline": {
      const signer = findStanding(signOffs, "PREPARED")?.signerName ?? "who prepared the run";
      return {
        title: "Decline to sign?",
        description: `The signature of ${signer} is withdrawn, and the reviews are open again. Your refusal stays in the history, signed.`,
        label: "What is to be done",
        act: "Decline",
      };
    }
    case "withdraw":
      return {
        title: `Withdraw the signature as ${nameOf(act.signOff.role)}?`,
        description: describeWithdrawal(act.signOff, signOffs),
        label: "Reason",
        act: "Withdraw",
      };
    default:
      return act satisfies never;
  }
}

const nameOf = (role: SignOffRole) => SIGNED_MARKS[role].label.toLowerCase();

function describeWithdrawal({ role }: SignOff, signOffs: readonly SignOff[]): string {
  const later = SIGN_OFF_ORDER.slice(SIGN_OFF_ORDER.indexOf(role) + 1).filter((each) => findStanding(signOffs, each));
  return [
    later.length > 0 && `The signature as ${later.map(nameOf).join(" and ")} ends with it.`,
    role === "PREPARED" && "The reviews are open again.",
    "It stays in the history.",
  ]
    .filter(Boolean)
    .join(" ");
}
