import type { Role, Session } from "@assay/client";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, text } from "@assay/site/form-dialog";
import { Button, Dialog } from "@assay/ui";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { FirstPassword } from "./first-password.tsx";
import { roleField, rolesWithin } from "./roles.ts";

/** Makes somebody a member; a new account's first password shows once. */
export function InviteDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const invite = useSecretAct(({ admin }, member: { email: string; role: Role }) => admin.members.invite(member));
  const email = invite.told?.member.email ?? "";
  const title = `${email} is a member`;
  if (invite.told?.invitation)
    return (
      <FirstPassword {...{ title, session, email, onClose }} password={invite.told.invitation.password}>
        They must choose their own password when they first sign in. Send this by a channel that only they can read.
      </FirstPassword>
    );
  if (invite.told)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={title}
        actions={
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <p role="status" className="text-sm">
          They already have an account and sign in with their own password. If the account belongs to another tenant,
          they still sign in there: ask the operator of the service to move the account if it should open this tenant.
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      title="Invite somebody"
      description={`The person becomes a member of ${session.tenant.name} at once.`}
      fields={{
        email: text("E-mail", {
          type: "email",
          required: true,
          length: TEXT_LIMITS.email,
          hint: "The person signs in with it. The service sends no e-mail: tell them yourself.",
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
