import { messageOf } from "@assay/site/error-panel";
import { Button, ConfirmDialog, Dialog } from "@assay/ui";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { LastAdminNotice } from "./last-admin-notice.tsx";
import type { MemberDialogProps } from "./member-dialog-props.ts";

/** Ends somebody's access; asks for the e-mail. */
export function RemoveDialog({ member: { userId, email }, isMe, isLastAdmin, onClose }: MemberDialogProps) {
  const { mutate, isPending, error } = useTenantAct(({ admin }) => admin.members.remove(userId), {
    onSuccess: onClose,
  });
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
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isMe ? "Leave this tenant?" : `Remove ${email}?`}
      name={email}
      act={isMe ? "Leave the tenant" : "Remove the member"}
      busy={isPending}
      error={error && messageOf(error)}
      onConfirm={() => mutate()}
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
    </ConfirmDialog>
  );
}
