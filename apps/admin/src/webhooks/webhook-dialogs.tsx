import type { Webhook } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { formatDateTime } from "@assay/site/format";
import { navigate } from "@assay/site/location";
import { Button, ConfirmDialog, Dialog } from "@assay/ui";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { ShownOnce } from "../lists/shown-once.tsx";
import { closeAct, useAct } from "../lists/use-act.ts";
import { useSecretAct } from "../lists/use-secret-act.ts";
import { SecretUse } from "./secret-use.tsx";
import { WebhookForm, type WebhookInput } from "./webhook-form.tsx";

const ACTS = ["edit", "rotate", "disable", "remove"] as const;

/** The dialog that the address names. */
export function WebhookDialogs({ webhook }: { webhook: Webhook | undefined }) {
  const act = useAct(ACTS);
  if (!act || !webhook) return null;
  const props = { webhook, onClose: closeAct };
  switch (act.name) {
    case "edit":
      return <EditDialog {...props} />;
    case "rotate":
      return <RotateDialog {...props} />;
    case "disable":
      return <DisableDialog {...props} />;
    case "remove":
      return <RemoveDialog {...props} />;
    default:
      return act.name satisfies never;
  }
}

interface DialogProps {
  webhook: Webhook;
  onClose: () => void;
}

function EditDialog({ webhook, onClose }: DialogProps) {
  const { mutate, isPending, error } = useTenantAct(
    ({ admin }, input: WebhookInput) => admin.webhooks.change(webhook.id, input),
    { onSuccess: onClose },
  );
  return (
    <WebhookForm
      title="Change the webhook"
      act="Save"
      before={webhook}
      busy={isPending}
      error={error}
      onSubmit={(input) => mutate(input)}
      onClose={onClose}
    />
  );
}

function RotateDialog({ webhook, onClose }: DialogProps) {
  const { mutate, isPending, error, told } = useSecretAct(({ admin }) => admin.webhooks.rotate(webhook.id));
  if (told)
    return (
      <ShownOnce title="A new secret is in force" what="signing secret" secret={told.secret} onClose={onClose}>
        <p>
          Messages carry a signature of the old secret too
          {told.webhook.previousSecretUntil && ` until ${formatDateTime(told.webhook.previousSecretUntil)}`}, so none is
          refused while you replace it.
        </p>
        <SecretUse />
      </ShownOnce>
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rotate the signing secret?"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={isPending} onClick={() => mutate()}>
            Rotate the secret
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>A new secret signs from now on. The present one signs too for 24 hours, then it is of no use.</p>
        {webhook.previousSecretUntil && <p>The secret before the last rotation still signs; it stops at once.</p>}
        <Failure error={error} />
      </div>
    </Dialog>
  );
}

function DisableDialog({ webhook, onClose }: DialogProps) {
  const { mutate, isPending, error } = useTenantAct(
    ({ admin }) => admin.webhooks.change(webhook.id, { enabled: false }),
    { onSuccess: onClose },
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Disable the webhook?"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={isPending} onClick={() => mutate()}>
            Disable the webhook
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>
          What happens while it is disabled is not delivered later. Deliveries that wait end as failed; they can be sent
          again once it is enabled.
        </p>
        <Failure error={error} />
      </div>
    </Dialog>
  );
}

function RemoveDialog({ webhook, onClose }: DialogProps) {
  const { host } = new URL(webhook.url);
  const { mutate, isPending, error } = useTenantAct(({ admin }) => admin.webhooks.remove(webhook.id), {
    onSuccess: () => navigate(hrefTo("/webhooks")),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Remove the webhook?"
      name={host}
      act="Remove the webhook"
      busy={isPending}
      error={error && messageOf(error)}
      onConfirm={() => mutate()}
    >
      <p className="break-all">{webhook.url}</p>
      <p>Its secret and the list of its deliveries are removed too. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

function Failure({ error }: { error: Error | null }) {
  return (
    <p role="alert" className="text-sm text-missing empty:hidden">
      {error && `Nothing has been changed. ${messageOf(error)}.`}
    </p>
  );
}
