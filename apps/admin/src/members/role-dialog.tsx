import type { Role } from "@assay/client";
import { useState } from "react";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { ActForm } from "../lists/act-form.tsx";
import { RoleField } from "./invite-dialog.tsx";
import { LastAdminNotice } from "./last-admin-notice.tsx";
import type { MemberDialogProps } from "./member-dialog-props.ts";
import { rolesWithin } from "./roles.ts";

export function RoleDialog({ member, isMe, isLastAdmin, ownRole, onClose }: MemberDialogProps & { ownRole: Role }) {
  const [role, setRole] = useState(member.role);
  const { mutate, isPending, error } = useTenantAct(({ admin }) => admin.members.changeRole(member.userId, role), {
    onSuccess: onClose,
  });
  return (
    <ActForm
      title="Change role"
      description={<bdi className="break-all">{member.email}</bdi>}
      act="Change role"
      busy={isPending}
      error={error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      {isLastAdmin && <LastAdminNotice isMe={isMe} />}
      <RoleField value={role} roles={rolesWithin(ownRole)} onChange={setRole} />
      <p className="text-sm text-muted">
        It applies from {isMe ? "your" : "their"} next request. What {isMe ? "you" : "they"} did before does not change.
      </p>
    </ActForm>
  );
}
