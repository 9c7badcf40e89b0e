import type { IdentityProvider, IdentityProviderChange, NewIdentityProvider } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { FormDialog } from "@assay/site/form-dialog";
import { Button, CopyText, Dialog, Notice } from "@assay/ui";
import { useTenantAct, useTenantQuery } from "../app/use-tenant-query.ts";
import { providerFields, toValues } from "./provider-fields.ts";
import type { DialogProps, Removal } from "./removal-dialog.tsx";

export function CreateProviderDialog({ onClose }: { onClose: () => void }) {
  const create = useTenantAct(({ admin }, input: NewIdentityProvider) => admin.singleSignOn.createProvider(input), {
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="New provider"
      description="It is not active until you activate it."
      fields={providerFields()}
      act="Create the provider"
      by={create}
      onSend={({ secondFactors, ...input }) => create.mutate({ ...input, secondFactors: toValues(secondFactors) })}
      onClose={onClose}
    >
      <p>Register a web application at the provider first, with this redirect address:</p>
      <CopyText text={`${location.origin}/auth/v1/sso/callback`} what="the redirect address" whole />
    </FormDialog>
  );
}

export function EditProviderDialog({ row: provider, onClose }: DialogProps<IdentityProvider>) {
  const change = useTenantAct(
    ({ admin }, input: IdentityProviderChange) => admin.singleSignOn.changeProvider(provider.id, input),
    { onSuccess: onClose },
  );
  return (
    <FormDialog
      title={`Change “${provider.name}”`}
      fields={providerFields(provider)}
      act="Save"
      by={change}
      onSend={({ clientSecret, secondFactors, ...input }) =>
        change.mutate({
          ...input,
          secondFactors: toValues(secondFactors),
          ...(clientSecret && { clientSecret }),
        })
      }
      onClose={onClose}
    />
  );
}

export function SwitchProviderDialog({ row: { id, name, active }, onClose }: DialogProps<IdentityProvider>) {
  const change = useTenantAct(({ admin }) => admin.singleSignOn.changeProvider(id, { active: !active }), {
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title={`${active ? "Deactivate" : "Activate"} “${name}”?`}
      act={active ? "Deactivate the provider" : "Activate the provider"}
      by={change}
      onSend={() => change.mutate()}
      onClose={onClose}
    >
      <p>
        {active
          ? "Nobody signs in there until it is active again. Whoever has no password cannot sign in meanwhile."
          : "People with an address of a proved domain can sign in there from now on. At most one provider is active."}
      </p>
    </FormDialog>
  );
}

export function CheckProviderDialog({ row: { id, name }, onClose }: DialogProps<IdentityProvider>) {
  const { data, error } = useTenantQuery({
    key: ["single-sign-on", "checks", id],
    load: async ({ admin }, options) => ({ problem: await admin.singleSignOn.checkProvider(id, options) }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Check of “${name}”`}
      actions={
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div role="status" className="text-sm">
        {error ? (
          <Notice tone="missing" title="The check failed">
            {messageOf(error)}
          </Notice>
        ) : !data ? (
          <p>Asking the provider for its description …</p>
        ) : data.problem === null ? (
          <Notice tone="complete" title="The provider answers">
            It describes itself as what single sign-on needs.
          </Notice>
        ) : (
          <Notice tone="missing" title="Nobody could sign in there now">
            {data.problem}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

export const REMOVE_PROVIDER: Removal<IdentityProvider> = {
  name: "remove",
  title: ({ name }) => `Remove “${name}”?`,
  typed: ({ name }) => name,
  act: "Remove the provider",
  remove: ({ admin }, { id }) => admin.singleSignOn.removeProvider(id),
  stays: "Its secret is removed too. Members stay, and can sign in again where the same issuer is a provider again.",
};
