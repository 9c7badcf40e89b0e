import type { Session } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { Button, Dialog, Notice } from "@assay/ui";
import { useSettings } from "../app/use-settings.ts";
import { ShownOnce } from "../lists/shown-once.tsx";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { useSignInUrl } from "./invite-dialog.tsx";
import type { MemberDialogProps } from "./member-dialog-props.ts";
import { writeInvitation } from "./write-invitation.ts";

/** Another first password for somebody who lost theirs, where the service keeps the accounts. */
export function PasswordDialog({ member, isMe, session, onClose }: MemberDialogProps & { session: Session }) {
  const { email, userId } = member;
  const signInUrl = useSignInUrl();
  const { data: settings } = useSettings();
  const { mutate, isPending, error, told: password } = useSecretAct(({ admin }) => admin.members.resetPassword(userId));
  if (password)
    return (
      <ShownOnce
        title="A new first password is set"
        what="first password"
        secret={password}
        message={writeInvitation({ tenant: session.tenant.name, email, password, signInUrl })}
        onClose={onClose}
      >
        <p>The earlier password no longer works, and the person's sessions have ended.</p>
      </ShownOnce>
    );
  const bySupabase = settings?.parts.identity.value === "SUPABASE";
  const refusal = isMe ? OWN_PASSWORD : bySupabase ? BY_MAIL : null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Set a new first password"
      description={<bdi className="break-all">{email}</bdi>}
      actions={
        refusal ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" busy={isPending} onClick={() => mutate()}>
              Set a new first password
            </Button>
          </>
        )
      }
    >
      {refusal ? (
        <Notice tone="neutral" title={refusal.title}>
          {refusal.text}
        </Notice>
      ) : (
        <div className="flex flex-col gap-2 text-sm">
          <p>
            For someone who can no longer sign in. Their current password stops working at once, and their sessions end.
          </p>
          <p>The new one shows here once; they choose their own when they next sign in.</p>
          <p role="alert" className="text-missing empty:hidden">
            {error && `Nothing has been changed. ${messageOf(error)}.`}
          </p>
        </div>
      )}
    </Dialog>
  );
}

const OWN_PASSWORD = {
  title: "Change your own password yourself",
  text: "Open the menu with your e-mail at the top right and choose Change password.",
};

const BY_MAIL = {
  title: "People reset their passwords by e-mail here",
  text: "Supabase keeps the accounts. On the sign-in page they choose “Forgot your password?” and get an e-mail.",
};
