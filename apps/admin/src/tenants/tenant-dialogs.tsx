import type { Tenant, TenantStatus } from "@assay/client/admin";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, text } from "@assay/site/form-dialog";
import { closeAct, useActOf } from "../lists/use-act.ts";
import { useTenantsAct } from "./use-tenants.ts";

const DIALOGS = { rename: RenameDialog, deactivate: DeactivateDialog, activate: ActivateDialog };
const nameField = (before?: string) => text("Name", { required: true, length: TEXT_LIMITS.tenantName, before });

/** The dialog that the address names, for a tenant that the list shows. */
export function TenantDialogs({ tenants }: { tenants: readonly Tenant[] }) {
  const act = useActOf({ ...DIALOGS, create: CreateDialog });
  const tenant = tenants.find(({ id }) => id === act?.on);
  if (act?.name === "create") return <CreateDialog />;
  return act && tenant ? <act.Dialog key={tenant.id} tenant={tenant} /> : null;
}

function CreateDialog() {
  const create = useTenantsAct((admin, name: string) => admin.tenants.create(name), closeAct);
  return (
    <FormDialog
      title="New tenant"
      description="It starts with no members, no packs and an empty audit log."
      fields={{ name: nameField() }}
      note={
        <p className="text-muted">
          Next: act in the new tenant, invite its first administrator under Members, and bind it to a pack.
        </p>
      }
      act="Create the tenant"
      by={create}
      onSend={({ name }) => create.mutate(name)}
      onClose={closeAct}
    />
  );
}

function RenameDialog({ tenant: { id, name: before } }: { tenant: Tenant }) {
  const rename = useTenantsAct((admin, name: string) => admin.tenants.change(id, { name }), closeAct);
  return (
    <FormDialog
      title={`Rename ${before}`}
      description="Its members see the new name at once. Snapshots and exports of finished runs stay as they are."
      fields={{ name: nameField(before) }}
      act="Rename"
      by={rename}
      onSend={({ name }) => rename.mutate(name)}
      onClose={closeAct}
    />
  );
}

function useStatusAct(id: string, status: TenantStatus) {
  const by = useTenantsAct((admin) => admin.tenants.change(id, { status }), closeAct);
  return { by, onSend: () => by.mutate(undefined) };
}

function DeactivateDialog({ tenant: { id, name } }: { tenant: Tenant }) {
  const status = useStatusAct(id, "INACTIVE");
  return (
    <FormDialog title={`Deactivate ${name}?`} typed={name} act="Deactivate the tenant" {...status} onClose={closeAct}>
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
    </FormDialog>
  );
}

function ActivateDialog({ tenant: { id, name } }: { tenant: Tenant }) {
  const status = useStatusAct(id, "ACTIVE");
  return (
    <FormDialog title={`Reactivate ${name}?`} act="Reactivate the tenant" {...status} onClose={closeAct}>
      <p>Its members and API keys work again as before: those that were removed or revoked stay so.</p>
    </FormDialog>
  );
}
