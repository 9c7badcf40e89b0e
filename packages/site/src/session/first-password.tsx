import { Button } from "@assay/ui";
import { changePassword } from "./change-password.ts";
import { EntryCard } from "./entry-card.tsx";
import { leave } from "./leave.ts";
import { PasswordFields } from "./password-fields.tsx";
import { queryClient } from "./query-client.ts";
import { usePasswordForm } from "./use-password-form.ts";

/** In place of every view, until the first password is changed. */
export default function FirstPassword() {
  const { errors, busy, submit } = usePasswordForm(async (values) => {
    await changePassword(values);
    await queryClient.resetQueries();
  });
  return (
    <EntryCard title="Choose your own password">
      <p className="text-sm text-muted">
        Somebody else has seen the password that you received. Choose one that only you know to continue.
      </p>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <PasswordFields current="Password that you received" errors={errors} />
        <Button type="submit" look="primary" busy={busy} className="h-9">
          {busy ? "Changing …" : "Change password"}
        </Button>
        <Button look="quiet" onClick={() => void leave()}>
          Sign out
        </Button>
      </form>
    </EntryCard>
  );
}
