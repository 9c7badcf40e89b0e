import type { TenantDomain } from "@assay/client/admin";
import { FormDialog, text } from "@assay/site/form-dialog";
import { CopyText, Fact, Facts } from "@assay/ui";
import { useTenantAct } from "../app/use-tenant-query.ts";
import type { DialogProps, Removal } from "./removal-dialog.tsx";

const DOMAIN_LENGTH = 253;

export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const add = useTenantAct(({ admin }, domain: string) => admin.singleSignOn.addDomain(domain), { onSuccess: onClose });
  return (
    <FormDialog
      title="Add a domain"
      description="The list then names the DNS record that proves it."
      fields={{
        domain: text("Domain", {
          required: true,
          length: DOMAIN_LENGTH,
          placeholder: "example.com",
          spellCheck: false,
          hint: "What follows the @ in your people's addresses.",
        }),
      }}
      act="Add the domain"
      by={add}
      onSend={({ domain }) => add.mutate(domain)}
      onClose={onClose}
    />
  );
}

export function ProveDomainDialog({ row: { id, domain, record }, onClose }: DialogProps<TenantDomain>) {
  const prove = useTenantAct(({ admin }) => admin.singleSignOn.proveDomain(id), { onSuccess: onClose });
  return (
    <FormDialog
      title={`Prove ${domain}`}
      act="Look for the record"
      by={prove}
      onSend={() => prove.mutate()}
      onClose={onClose}
    >
      <p>Set this TXT record in the domain's DNS. It can take a while until it is published.</p>
      <Facts>
        <Fact term="Name">
          <CopyText text={record.name} what="the name" whole />
        </Fact>
        <Fact term="Value">
          <CopyText text={record.value} what="the value" whole />
        </Fact>
      </Facts>
    </FormDialog>
  );
}

export const REMOVE_DOMAIN: Removal<TenantDomain> = {
  name: "remove-domain",
  title: ({ domain }) => `Remove ${domain}?`,
  typed: ({ domain, provedAt }) => (provedAt ? domain : undefined),
  act: "Remove the domain",
  remove: ({ admin }, { id }) => admin.singleSignOn.removeDomain(id),
  stays: "Nobody new becomes a member by an address of it, and its people no longer find the provider. Members stay.",
};
