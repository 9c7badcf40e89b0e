import type { Role, Session } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, text } from "@assay/site/form-dialog";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { roleField, rolesWithin } from "./roles.ts";
import { ShownInvitation } from "./shown-invitation.tsx";

/** Invites somebody, who is a member once they have accepted; a link to hand over shows once. */
export function InviteDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const invite = useSecretAct(({ admin }, member: { email: string; role: Role }) => admin.members.invite(member));
  if (invite.told) return <ShownInvitation issued={invite.told} tenant={session.tenant.name} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite somebody"
      description={`The person becomes a member of ${session.tenant.name} when they accept.`}
      fields={{
        email: text("E-mail", {
          type: "email",
          required: true,
          length: TEXT_LIMITS.email,
          hint: "The person signs in with it.",
        }),
        role: roleField(rolesWithin(session.role), "MEMBER"),
      }}
      act="Invite"
      by={invite}
      onSend={invite.mutate}
      onClose={onClose}
    />
  );
}
