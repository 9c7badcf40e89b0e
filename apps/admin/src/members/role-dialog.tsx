import type { Role } from "@assay/client";
import { ActForm } from "@assay/site/act-form";
import { useState } from "react";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { RoleField } from "./invite-dialog.tsx";
import { LastAdminNotice } from "./last-admin-notice.tsx";
import type { MemberDialogProps } from "./member-dialog-props.ts";
import { rolesWithin } from "./roles.ts";

export function RoleDialog({ member, isMe, isLastAdmin, ownRole, onClose }: MemberDialogProps & { ownRole: Role }) {
  const [role, setRole] = useState(member.role);
  const [mayReview, setMayReview] = useState(member.mayReview);
  // Only a VIEWER needs the right: what is not shown stays as it is.
  const change = role === "VIEWER" ? { role, mayReview } : { role };
  const { mutate, isPending, error } = useTenantAct(({ admin }) => admin.members.change(member.userId, change), {
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
      {role === "VIEWER" && <ReviewRight on={mayReview} onChange={setMayReview} />}
      <p className="text-sm text-muted">
        It applies from {isMe ? "your" : "their"} next request. What {isMe ? "you" : "they"} did before does not change.
      </p>
    </ActForm>
  );
}

function ReviewRight({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="flex items-start gap-2 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4 accent-(--accent)"
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        May review
        <span className="block text-muted">Reviews verdicts and comments on runs, and changes nothing else.</span>
      </span>
    </label>
  );
}
