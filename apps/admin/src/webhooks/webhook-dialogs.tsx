import type { Webhook } from "@assay/client/admin";
import { FormDialog } from "@assay/site/form-dialog";
import { formatDateTime } from "@assay/site/format";
import { navigate } from "@assay/site/location";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { ShownOnce } from "../lists/shown-once.tsx";
import { closeAct, useActOf } from "../lists/use-act.ts";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { SecretUse } from "./secret-use.tsx";
import { ABOUT_WEBHOOKS, type WebhookInput, webhookFields } from "./webhook-fields.ts";

const DIALOGS = { edit: EditDialog, rotate: RotateDialog, disable: DisableDialog, remove: RemoveDialog };

interface DialogProps {
  webhook: Webhook;
  onClose: () => void;
}

/** The dialog that the address names. */
export function WebhookDialogs({ webhook }: { webhook: Webhook | undefined }) {
  const act = useActOf(DIALOGS);
  return act && webhook ? <act.Dialog webhook={webhook} onClose={closeAct} /> : null;
}

function EditDialog({ webhook, onClose }: DialogProps) {
  const change = useTenantAct(({ admin }, input: WebhookInput) => admin.webhooks.change(webhook.id, input), {
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Change the webhook"
      description={ABOUT_WEBHOOKS}
      fields={webhookFields(webhook)}
      act="Save"
      by={change}
      onSend={change.mutate}
      onClose={onClose}
    />
  );
}

function RotateDialog({ webhook, onClose }: DialogProps) {
  const rotate = useSecretAct(({ admin }) => admin.webhooks.rotate(webhook.id));
  if (rotate.told)
    return (
      <ShownOnce title="A new secret is active" what="signing secret" secret={rotate.told.secret} onClose={onClose}>
        <p>
          Messages carry a signature of the old secret too
          {rotate.told.webhook.previousSecretUntil &&
            ` until ${formatDateTime(rotate.told.webhook.previousSecretUntil)}`}
          , so none is refused while you replace it.
        </p>
        <SecretUse />
      </ShownOnce>
    );
  return (
    <FormDialog
      title="Rotate the signing secret?"
      act="Rotate the secret"
      by={rotate}
      onSend={() => rotate.mutate()}
      onClose={onClose}
    >
      <p>A new secret signs from now on. The present one signs too for 24 hours, then it is of no use.</p>
      {webhook.previousSecretUntil && <p>The secret before the last rotation still signs; it stops at once.</p>}
    </FormDialog>
  );
}

function DisableDialog({ webhook, onClose }: DialogProps) {
  const disable = useTenantAct(({ admin }) => admin.webhooks.change(webhook.id, { enabled: false }), {
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Disable the webhook?"
      act="Disable the webhook"
      by={disable}
      onSend={() => disable.mutate()}
      onClose={onClose}
    >
      <p>
        What happens while it is disabled is not delivered later. Deliveries that wait end as failed; they can be sent
        again once it is enabled.
      </p>
    </FormDialog>
  );
}

function RemoveDialog({ webhook, onClose }: DialogProps) {
  const remove = useTenantAct(({ admin }) => admin.webhooks.remove(webhook.id), {
    onSuccess: () => navigate(hrefTo("/webhooks")),
  });
  return (
    <FormDialog
      title="Remove the webhook?"
      typed={new URL(webhook.url).host}
      act="Remove the webhook"
      by={remove}
      onSend={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="break-all">{webhook.url}</p>
      <p>Its secret and the list of its deliveries are removed too. This cannot be undone.</p>
    </FormDialog>
  );
}
