import type { Tenant, TenantStatus } from "@assay/client/admin";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, text } from "@assay/site/form-dialog";
import EraseDialog from "../erasures/erase-dialog.tsx";
import HoldsDialog from "../erasures/holds-dialog.tsx";
import type { TenantDialogProps } from "../erasures/tenant-dialog-props.ts";
import { closeAct, useActOf } from "../lists/use-act.ts";
import { useTenantsAct } from "./use-tenants.ts";

const DIALOGS = {
  rename: RenameDialog,
  deactivate: DeactivateDialog,
  activate: ActivateDialog,
  holds: HoldsDialog,
  erase: EraseDialog,
};
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

export function DeactivateDialog({ tenant: { id, name } }: TenantDialogProps) {
  const status = useStatusAct(id, "INACTIVE");
  return (
    <FormDialog title={`Suspend ${name}?`} typed={name} act="Suspend the tenant" {...status} onClose={closeAct}>
      <p>From the next request:</p>
      <ul className="list-disc ps-5">
        <li>its members, API keys and auditor's links are refused, and told why</li>
        <li>its runs, documents and webhooks wait: only a step that is under way ends</li>
        <li>its audit log gets no daily checkpoint</li>
      </ul>
      <p>
        Nothing is deleted, and no run fails by waiting: evidence, runs, tasks and the audit log stay, and you can
        resume the tenant at any time.
      </p>
    </FormDialog>
  );
}

function ActivateDialog({ tenant: { id, name } }: { tenant: Tenant }) {
  const status = useStatusAct(id, "ACTIVE");
  return (
    <FormDialog title={`Resume ${name}?`} act="Resume the tenant" {...status} onClose={closeAct}>
      <p>
        Its members and API keys work again as before, and what waited goes on. Those that were removed or revoked stay
        so.
      </p>
    </FormDialog>
  );
}
