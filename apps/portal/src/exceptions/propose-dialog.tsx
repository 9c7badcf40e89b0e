import type { ExceptionKind } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { EXCEPTION_KINDS, labelOfKind } from "@assay/site/exception-kind";
import { choice, FormDialog, lines, text } from "@assay/site/form-dialog";
import { useSession } from "@assay/site/use-session";
import { useProposeException } from "./use-change-exception.ts";
import { useOwners } from "./use-owners.ts";

const HINTS: Readonly<Partial<Record<ExceptionKind, string>>> = {
  NOT_APPLICABLE: "The requirement is about something that does not exist here",
  RISK_ACCEPTED: "The gap is known, and its risk is accepted for a time",
  COMPENSATING_CONTROL: "Something else is done that meets the aim",
};
const KIND_OPTIONS = EXCEPTION_KINDS.map((value) => ({ value, label: labelOfKind(value) }));

export interface ProposeDialogProps {
  packId: string;
  requirementId: string;
  onClose: () => void;
}

/** Asks for the terms of an exception. It is active once another person has approved it. */
export default function ProposeDialog({ packId, requirementId, onClose }: ProposeDialogProps) {
  const { data: session } = useSession();
  const owners = useOwners();
  const propose = useProposeException();
  return (
    <FormDialog
      title={`Propose an exception for ${requirementId}`}
      description="The verdict stays. Once another person has approved it, its task does not count as open until the last day."
      fields={{
        kind: choice("Kind", KIND_OPTIONS, { before: "RISK_ACCEPTED", hint: (kind) => HINTS[kind] }),
        reason: lines("Reason", { required: true, length: TEXT_LIMITS.exceptionReason }),
        compensatingControl: lines("What is done instead", {
          required: true,
          length: TEXT_LIMITS.compensatingControl,
          when: ({ kind }) => kind === "COMPENSATING_CONTROL",
        }),
        scope: text("Limited to", {
          length: TEXT_LIMITS.exceptionScope,
          hint: "Optional: the whole requirement without it",
        }),
        validFrom: text("First day", { type: "date", half: true, hint: "Today unless it is given" }),
        validUntil: text("Last day", { type: "date", half: true, required: true, hint: "At most 24 months later" }),
        ownerId: choice("Owner", owners, { before: session?.actorId ?? "", hint: "Answers for it" }),
      }}
      act="Propose"
      by={propose}
      failed="Nothing has been proposed."
      onSend={({ kind, scope, validFrom, compensatingControl, ...terms }) =>
        propose.mutate(
          {
            packId,
            requirementId,
            kind,
            ...terms,
            ...(scope && { scope }),
            ...(validFrom && { validFrom }),
            ...(kind === "COMPENSATING_CONTROL" && { compensatingControl }),
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  );
}
