import { ShownOnce } from "../lists/shown-once.tsx";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { SecretUse } from "./secret-use.tsx";
import { WebhookForm, type WebhookInput } from "./webhook-form.tsx";

export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error, told } = useSecretAct(({ admin }, input: WebhookInput) =>
    admin.webhooks.create(input),
  );
  if (told)
    return (
      <ShownOnce title="The webhook was created" what="signing secret" secret={told.secret} onClose={onClose}>
        <SecretUse />
      </ShownOnce>
    );
  return (
    <WebhookForm
      title="New webhook"
      act="Create the webhook"
      busy={isPending}
      error={error}
      onSubmit={(input) => mutate(input)}
      onClose={onClose}
    />
  );
}
