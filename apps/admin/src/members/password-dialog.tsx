import { FormDialog } from "@assay/site/form-dialog";
import { Button, Dialog, Notice } from "@assay/ui";
import { useSettings } from "../app/use-settings.ts";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { FirstPassword } from "./first-password.tsx";
import type { MemberDialogProps } from "./member-dialog-props.ts";

/** Another first password for somebody who lost theirs, where the service keeps the accounts. */
export function PasswordDialog({ member: { email, userId }, isMe, session, onClose }: MemberDialogProps) {
  const { data: settings } = useSettings();
  const reset = useSecretAct(({ admin }) => admin.members.resetPassword(userId));
  const about = { title: "Set a new first password", description: <bdi className="break-all">{email}</bdi> };
  if (reset.told)
    return (
      <FirstPassword title="A new first password is set" {...{ session, email, onClose }} password={reset.told}>
        The earlier password no longer works, and the person's sessions have ended.
      </FirstPassword>
    );
  const bySupabase = settings?.parts.identity.value === "SUPABASE";
  const refusal = isMe ? OWN_PASSWORD : bySupabase ? BY_MAIL : null;
  if (refusal)
    return (
      <Dialog open onOpenChange={onClose} {...about} actions={<Button onClick={onClose}>Close</Button>}>
        <Notice tone="neutral" title={refusal.title}>
          {refusal.text}
        </Notice>
      </Dialog>
    );
  return (
    <FormDialog {...about} act="Set a new first password" by={reset} onSend={() => reset.mutate()} onClose={onClose}>
      <p>
        For someone who can no longer sign in. Their current password stops working at once, and their sessions end.
      </p>
      <p>The new one shows here once; they choose their own when they next sign in.</p>
    </FormDialog>
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
