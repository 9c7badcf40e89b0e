import { FormDialog } from "@assay/site/form-dialog";
import { Button, Dialog } from "@assay/ui";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { LastAdminNotice } from "./last-admin-notice.tsx";
import type { MemberDialogProps } from "./member-dialog-props.ts";

/** Ends somebody's access; asks for the e-mail. */
export function RemoveDialog({ member: { userId, email }, isMe, isLastAdmin, onClose }: MemberDialogProps) {
  const remove = useTenantAct(({ admin }) => admin.members.remove(userId), { onSuccess: onClose });
  if (isLastAdmin)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={`${email} cannot be removed`}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        <LastAdminNotice isMe={isMe} />
      </Dialog>
    );
  return (
    <FormDialog
      title={isMe ? "Leave this tenant?" : `Remove ${email}?`}
      typed={email}
      act={isMe ? "Leave the tenant" : "Remove the member"}
      by={remove}
      onSend={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {isMe
          ? "You lose access with your next request and cannot add yourself again."
          : "They lose access with their next request."}
      </p>
      <p>
        What stays: the evidence that {isMe ? "you" : "they"} uploaded, runs, tasks and every entry of the audit log,
        under the same name. API keys that {isMe ? "you" : "they"} created still work: revoke them under API keys.
      </p>
      {!isMe && <p>If they are invited again, they have the same account as before.</p>}
    </FormDialog>
  );
}
