import type { Role } from "@assay/client";
import { FormDialog, tick } from "@assay/site/form-dialog";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { LastAdminNotice } from "./last-admin-notice.tsx";
import type { MemberDialogProps } from "./member-dialog-props.ts";
import { roleField, rolesWithin } from "./roles.ts";

export function RoleDialog({ member, isMe, isLastAdmin, session, onClose }: MemberDialogProps) {
  const change = useTenantAct(
    // Only a VIEWER needs the right: what is not shown stays as it is.
    ({ admin }, { role, mayReview }: { role: Role; mayReview: boolean }) =>
      admin.members.change(member.userId, role === "VIEWER" ? { role, mayReview } : { role }),
    { onSuccess: onClose },
  );
  return (
    <FormDialog
      title="Change role"
      description={<bdi className="break-all">{member.email}</bdi>}
      fields={{
        role: roleField(rolesWithin(session.role), member.role),
        mayReview: tick("May review", {
          before: member.mayReview,
          hint: "Reviews verdicts and comments on runs, and changes nothing else.",
          when: ({ role }) => role === "VIEWER",
        }),
      }}
      note={
        <p className="text-muted">
          It applies from {isMe ? "your" : "their"} next request. What {isMe ? "you" : "they"} did before does not
          change.
        </p>
      }
      act="Change role"
      by={change}
      onSend={change.mutate}
      onClose={onClose}
    >
      {isLastAdmin && <LastAdminNotice isMe={isMe} />}
    </FormDialog>
  );
}
