import type { ExceptionKind } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { useSession } from "@assay/site/use-session";
import { Button, Dialog, Select, TextArea, TextField } from "@assay/ui";
import { type SubmitEvent, useId, useState } from "react";
import { KINDS, labelOfKind } from "./describe-exception.ts";
import { useProposeException } from "./use-change-exception.ts";
import { useOwners } from "./use-owners.ts";

const REASON_LENGTH_MAX = 4000;
const SCOPE_LENGTH_MAX = 1000;
const HINTS: Readonly<Partial<Record<ExceptionKind, string>>> = {
  NOT_APPLICABLE: "The requirement is about something that does not exist here",
  RISK_ACCEPTED: "The gap is known, and its risk is accepted for a time",
  COMPENSATING_CONTROL: "Something else is done that meets the aim",
};

export interface ProposeDialogProps {
  packId: string;
  requirementId: string;
  onClose: () => void;
}

/** Asks for the terms of an exception. It is in force once another person has approved it. */
export default function ProposeDialog({ packId, requirementId, onClose }: ProposeDialogProps) {
  const formId = useId();
  const { data: session } = useSession();
  const owners = useOwners();
  const [kind, setKind] = useState<ExceptionKind>("RISK_ACCEPTED");
  const [chosenOwner, setOwner] = useState<string>();
  const propose = useProposeException();
  const ownerId = chosenOwner ?? session?.actorId ?? "";
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name) ?? "").trim();
    const optional = (name: string) => (read(name) ? { [name]: read(name) } : {});
    propose.mutate(
      {
        packId,
        requirementId,
        kind,
        ownerId,
        reason: read("reason"),
        validUntil: read("validUntil"),
        ...optional("scope"),
        ...optional("validFrom"),
        ...(kind === "COMPENSATING_CONTROL" ? optional("compensatingControl") : {}),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Propose an exception for ${requirementId}`}
      description="The verdict stays. Once another person has approved it, its task does not count as open until the last day."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={propose.isPending}>
            Propose
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <Select
          label="Kind"
          hint={HINTS[kind]}
          value={kind}
          onChange={(value) => setKind(value as ExceptionKind)}
          options={KINDS.map((each) => ({ value: each, label: labelOfKind(each) }))}
        />
        <TextArea label="Reason" name="reason" required maxLength={REASON_LENGTH_MAX} />
        {kind === "COMPENSATING_CONTROL" && (
          <TextArea label="What is done instead" name="compensatingControl" required maxLength={REASON_LENGTH_MAX} />
        )}
        <TextField
          label="Limited to"
          name="scope"
          maxLength={SCOPE_LENGTH_MAX}
          hint="Optional: the whole requirement without it"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First day" name="validFrom" type="date" hint="Today unless it is given" />
          <TextField label="Last day" name="validUntil" type="date" required hint="At most 24 months later" />
        </div>
        <Select label="Owner" hint="Answers for it" value={ownerId} onChange={setOwner} options={owners} />
        <p role="alert" className="text-sm text-missing empty:hidden">
          {propose.error && `Nothing has been proposed. ${messageOf(propose.error)}`}
        </p>
      </form>
    </Dialog>
  );
}
