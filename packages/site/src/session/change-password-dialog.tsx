import { Button, Dialog } from "@assay/ui";
import { useId, useState } from "react";
import { changePassword } from "./change-password.ts";
import { PasswordFields } from "./password-fields.tsx";
import { usePasswordForm } from "./use-password-form.ts";

/** Loaded when it is first opened, from the user's menu. */
export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [done, setDone] = useState(false);
  const { errors, busy, submit } = usePasswordForm(async (values) => {
    await changePassword(values);
    setDone(true);
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change password"
      description={done ? undefined : "You will be signed out everywhere else."}
      actions={
        done ? (
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={id} look="primary" busy={busy}>
              {busy ? "Changing …" : "Change password"}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <p role="status">Your password is changed, and your other sessions have ended.</p>
      ) : (
        <form id={id} onSubmit={(event) => void submit(event)}>
          <PasswordFields current="Present password" errors={errors} />
        </form>
      )}
    </Dialog>
  );
}
