import type { Tenant } from "@assay/client/admin";
import { ChoiceFilter, Filters, TextFilter, useChoice, useTyped } from "@assay/site/filters";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { useSession } from "@assay/site/use-session";
import { ABOVE_ROW_LINK, Badge, Button, type Column, CopyText, Notice } from "@assay/ui";
import { Building2, Plus } from "lucide-react";
import { Page } from "../app/page.tsx";
import { PLACES } from "../app/places.ts";
import { hrefTo, TENANT_PARAM, useTenantId } from "../app/tenant.ts";
import { useSuperAdminMode } from "../app/use-settings.ts";
import { openAct } from "../lists/use-act.ts";
import { TenantDialogs } from "./tenant-dialogs.tsx";
import { TenantMenu } from "./tenant-menu.tsx";
import { useTenants } from "./use-tenants.ts";

const STATUSES = [
  { value: "ACTIVE", label: "Active" },
  { value: "INACTIVE", label: "Suspended" },
] as const;

export default function TenantsView() {
  const filters = { q: useTyped("q"), status: useChoice("status", STATUSES) };
  const tenants = useTenants({ ...filters, cursor: useCursor() });
  const mode = useSuperAdminMode();
  const { data: session } = useSession();
  const current = useTenantId() ?? session?.tenant.id;
  const own = session?.tenant.id;
  return (
    <Page
      title="Tenants"
      scope="all"
      lead="Each organisation that uses this service. Their evidence, runs and members are isolated from each other."
      actions={
        <>
          <Link href={hrefTo(PLACES.erasures.path)} className="target text-sm text-accent hover:underline">
            Erased tenants
          </Link>
          <Button look="primary" icon={<Plus size={14} aria-hidden />} onClick={() => openAct("create")}>
            New tenant
          </Button>
        </>
      }
    >
      {mode === false && (
        <Notice tone="neutral" title="Super-admin mode is off">
          You can make, rename and suspend tenants, but not act in another one. Whoever runs the service sets
          SUPER_ADMIN_MODE=true and starts it again.
        </Notice>
      )}
      <Filters label="Filter the tenants">
        <TextFilter name="q" label="Search by name" />
        <ChoiceFilter name="status" label="Status" every="Every status" choices={STATUSES} />
      </Filters>
      <TableList
        query={tenants}
        what="tenants"
        lines={8}
        columns={columns({ own, current, modeIsOn: mode === true })}
        rowKey={({ id }) => id}
        isCurrent={({ id }) => id === current}
        icon={Building2}
        empty={["No tenant matches", "Change the filters to see others."]}
      />
      <TenantDialogs tenants={tenants.data?.items ?? []} />
    </Page>
  );
}

interface Shown {
  own: string | undefined;
  current: string | undefined;
  modeIsOn: boolean;
}

function columns({ own, current, modeIsOn }: Shown): Column<Tenant>[] {
  return [
    {
      id: "name",
      header: "Name",
      className: "sm:w-[36%]",
      cell: ({ id, name }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {id === own && <span className="text-xs text-muted">your own</span>}
          {id === current && id !== own && <span className="text-xs text-foreign">you act here</span>}
        </span>
      ),
    },
    {
      id: "status",
      header: "Status",
      cell: ({ status }) =>
        status === "ACTIVE" ? <Badge tone="complete" label="Active" /> : <Badge tone="neutral" label="Suspended" />,
    },
    { id: "created", header: "Created", cell: ({ createdAt }) => formatDateTime(createdAt) },
    { id: "id", header: "Id", minor: true, cell: ({ id, name }) => <CopyText text={id} what={`the id of ${name}`} /> },
    {
      id: "acts",
      header: "Actions",
      align: "end",
      cell: (tenant) => (
        <span className={`${ABOVE_ROW_LINK} inline-flex items-center justify-end gap-2`}>
          {modeIsOn && tenant.id !== current && (
            <Link
              href={tenant.id === own ? BASE : `${BASE}?${TENANT_PARAM}=${tenant.id}`}
              className="target inline-flex items-center rounded text-sm text-accent hover:underline"
            >
              {tenant.id === own ? "Go back to it" : "Act in this tenant"}
              <span className="sr-only">: {tenant.name}</span>
            </Link>
          )}
          <TenantMenu tenant={tenant} isOwn={tenant.id === own} />
        </span>
      ),
    },
  ];
}
