import { choice, FormDialog } from "@assay/site/form-dialog";
import { useTenantAct } from "../app/use-tenant-query.ts";
import type { MemberDialogProps } from "./member-dialog-props.ts";

const CHOICES = [
  {
    value: "PASSWORD",
    label: "Password",
    hint: "A link goes to their proved address. Where none is proved or no mail is sent, another administrator confirms and hands the link over.",
  },
  {
    value: "FACTORS",
    label: "Second factors",
    hint: "Another administrator confirms. Passkeys, the authenticator app and recovery codes are then gone, and the person adds new ones.",
  },
] as const;
type Kind = (typeof CHOICES)[number]["value"];

/** Begins a reset for a colleague, which nobody finishes alone. */
export function ResetDialog({ member: { userId, email }, onClose }: MemberDialogProps) {
  const start = useTenantAct(({ admin }, { kind }: { kind: Kind }) => admin.resets.start({ userId, kind }), {
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Reset"
      description={<bdi className="break-all">{email}</bdi>}
      fields={{
        kind: choice<Kind>("What", CHOICES, {
          before: "PASSWORD",
          hint: (value) => CHOICES.find((each) => each.value === value)!.hint,
        }),
      }}
      note={<p className="text-muted">Signatures of this person name the reset for 30 days.</p>}
      act="Begin the reset"
      by={start}
      onSend={start.mutate}
      onClose={onClose}
    />
  );
}
