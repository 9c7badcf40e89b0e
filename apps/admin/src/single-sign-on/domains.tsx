import type { TenantDomain } from "@assay/client/admin";
import { formatDateTime } from "@assay/site/format";
import { ABOVE_ROW_LINK, Badge, Button, type Column, CopyText } from "@assay/ui";
import { AtSign } from "lucide-react";
import { openAct } from "../lists/use-act.ts";
import type { ActedListProps } from "./acted-list.tsx";
import { AddDomainDialog, ProveDomainDialog, REMOVE_DOMAIN } from "./domain-dialogs.tsx";

const COLUMNS: readonly Column<TenantDomain>[] = [
  {
    id: "domain",
    header: "Domain",
    cell: ({ domain }) => <span className="font-medium break-all">{domain}</span>,
  },
  {
    id: "state",
    header: "State",
    cell: ({ provedAt }) => (
      <span className="flex flex-col items-start gap-0.5">
        <Badge tone={provedAt ? "complete" : "partial"} label={provedAt ? "Proved" : "Not proved"} />
        {provedAt && (
          <time dateTime={provedAt} className="text-xs text-muted">
            {formatDateTime(provedAt)}
          </time>
        )}
      </span>
    ),
  },
  {
    id: "record",
    header: "TXT record",
    className: "sm:w-[45%]",
    cell: ({ record, domain }) => (
      <span className="flex min-w-0 flex-col items-start">
        <CopyText text={record.name} what={`the name of the record of ${domain}`} whole />
        <CopyText text={record.value} what={`the value of the record of ${domain}`} whole />
      </span>
    ),
  },
  {
    id: "acts",
    header: "Actions",
    align: "end",
    cell: ({ id, domain, provedAt }) => (
      <span className={`${ABOVE_ROW_LINK} flex flex-wrap justify-end gap-2`}>
        {!provedAt && (
          <Button onClick={() => openAct("prove-domain", id)} aria-label={`Prove ${domain}`}>
            Prove
          </Button>
        )}
        <Button look="quiet" onClick={() => openAct("remove-domain", id)} aria-label={`Remove ${domain}`}>
          Remove
        </Button>
      </span>
    ),
  },
];

export const DOMAINS: ActedListProps<TenantDomain> = {
  title: "E-mail domains",
  what: "domains",
  load: ({ admin }, options) => admin.singleSignOn.listDomains(options),
  make: { label: "Add a domain", act: "add-domain", Dialog: AddDomainDialog },
  dialogs: { "prove-domain": ProveDomainDialog },
  removal: REMOVE_DOMAIN,
  columns: COLUMNS,
  icon: AtSign,
  empty: ["No domain yet", "Add the domain of your people's addresses, and prove by a DNS record that it is yours."],
};
