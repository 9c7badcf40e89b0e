import type { Tenant } from "@assay/client/admin";
import { ActForm } from "@assay/site/act-form";
import { messageOf } from "@assay/site/error-panel";
import { Button, ConfirmDialog, Dialog, TextField } from "@assay/ui";
import { closeAct, useAct } from "../lists/use-act.ts";
import { useTenantsAct } from "./use-tenants.ts";

const NAME_LENGTH_MAX = 200;
const ACTS = ["create", "rename", "deactivate", "activate"] as const;

/** The dialog that the address names, for a tenant that the list shows. */
export function TenantDialogs({ tenants }: { tenants: readonly Tenant[] }) {
  const act = useAct(ACTS);
  const tenant = tenants.find(({ id }) => id === act?.on);
  if (act?.name === "create") return <CreateDialog />;
  if (!act || !tenant) return null;
  switch (act.name) {
    case "rename":
      return <RenameDialog key={tenant.id} tenant={tenant} />;
    case "deactivate":
      return <DeactivateDialog key={tenant.id} tenant={tenant} />;
    case "activate":
      return <ActivateDialog key={tenant.id} tenant={tenant} />;
    default:
      return act.name satisfies never;
  }
}

const nameIn = (form: FormData) => String(form.get("name"));

function CreateDialog() {
  const { mutate, isPending, error } = useTenantsAct((admin, name: string) => admin.tenants.create(name), closeAct);
  return (
    <ActForm
      title="New tenant"
      description="It starts with no members, no packs and an empty audit log."
      act="Create the tenant"
      busy={isPending}
      error={error}
      onSubmit={(form) => mutate(nameIn(form))}
      onClose={closeAct}
    >
      <TextField label="Name" name="name" required maxLength={NAME_LENGTH_MAX} autoComplete="off" />
      <p className="text-sm text-muted">
        Next: act in the new tenant, invite its first administrator under Members, and bind it to a pack.
      </p>
    </ActForm>
  );
}

function RenameDialog({ tenant: { id, name } }: { tenant: Tenant }) {
  const { mutate, isPending, error } = useTenantsAct(
    (admin, next: string) => admin.tenants.change(id, { name: next }),
    closeAct,
  );
  return (
    <ActForm
      title={`Rename ${name}`}
      description="Its members see the new name at once. Snapshots and exports of finished runs stay as they are."
      act="Rename"
      busy={isPending}
      error={error}
      onSubmit={(form) => mutate(nameIn(form))}
      onClose={closeAct}
    >
      <TextField label="Name" name="name" required maxLength={NAME_LENGTH_MAX} defaultValue={name} autoComplete="off" />
    </ActForm>
  );
}

function DeactivateDialog({ tenant: { id, name } }: { tenant: Tenant }) {
  const { mutate, isPending, error } = useTenantsAct(
    (admin) => admin.tenants.change(id, { status: "INACTIVE" }),
    closeAct,
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={closeAct}
      title={`Deactivate ${name}?`}
      name={name}
      act="Deactivate the tenant"
      busy={isPending}
      error={error && messageOf(error)}
      onConfirm={() => mutate(undefined)}
    >
      <p>From the next request:</p>
      <ul className="list-disc ps-5">
        <li>none of its members can sign in or continue, and its API keys are refused</li>
        <li>no new run can be started and nothing can be uploaded</li>
        <li>its audit log gets no daily checkpoint</li>
      </ul>
      <p>
        A run that is under way continues to its end. Nothing is deleted: evidence, runs, tasks and the audit log stay,
        and the tenant can be reactivated at any time.
      </p>
    </ConfirmDialog>
  );
}

function ActivateDialog({ tenant: { id, name } }: { tenant: Tenant }) {
  const { mutate, isPending, error } = useTenantsAct(
    (admin) => admin.tenants.change(id, { status: "ACTIVE" }),
    closeAct,
  );
  return (
    <Dialog
      open
      onOpenChange={closeAct}
      title={`Reactivate ${name}?`}
      actions={
        <>
          <Button onClick={closeAct}>Cancel</Button>
          <Button look="primary" busy={isPending} onClick={() => mutate(undefined)}>
            Reactivate the tenant
          </Button>
        </>
      }
    >
      <p className="text-sm">
        Its members and API keys work again as before: those that were removed or revoked stay so.
      </p>
      <p role="alert" className="mt-2 text-sm text-missing empty:hidden">
        {error && messageOf(error)}
      </p>
    </Dialog>
  );
}
