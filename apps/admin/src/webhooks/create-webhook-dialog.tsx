import { FormDialog } from "@assay/site/form-dialog";
import { ShownOnce } from "../lists/shown-once.tsx";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { SecretUse } from "./secret-use.tsx";
import { ABOUT_WEBHOOKS, type WebhookInput, webhookFields } from "./webhook-fields.ts";

export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const create = useSecretAct(({ admin }, input: WebhookInput) => admin.webhooks.create(input));
  if (create.told)
    return (
      <ShownOnce title="The webhook was created" what="signing secret" secret={create.told.secret} onClose={onClose}>
        <SecretUse />
      </ShownOnce>
    );
  return (
    <FormDialog
      title="New webhook"
      description={ABOUT_WEBHOOKS}
      fields={webhookFields()}
      act="Create the webhook"
      by={create}
      onSend={create.mutate}
      onClose={onClose}
    />
  );
}
