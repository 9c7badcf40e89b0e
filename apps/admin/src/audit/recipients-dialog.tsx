import { FormDialog, text } from "@assay/site/form-dialog";
import { useTenantAct } from "../app/use-tenant-query.ts";

interface RecipientsDialogProps {
  readonly addresses: readonly string[];
  readonly onClose: () => void;
}

export default function RecipientsDialog({ addresses, onClose }: RecipientsDialogProps) {
  const change = useTenantAct(({ admin }, next: readonly string[]) => admin.audit.changeRecipients(next), {
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Who gets checkpoints by mail?"
      description="Such as your auditor, who can prove with any of them whether the log was changed later. At most one goes out in a day."
      fields={{
        addresses: text("E-mail addresses", {
          before: addresses.join(", "),
          spellCheck: false,
          placeholder: "auditor@example.com",
          hint: "At most 5, separated by commas. None: nothing is sent.",
        }),
      }}
      act="Save"
      by={change}
      onSend={(values) => change.mutate(values.addresses.split(/[\s,;]+/).filter(Boolean))}
      onClose={onClose}
    />
  );
}
