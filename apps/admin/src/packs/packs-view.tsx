import type { Pack } from "@assay/client/admin";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { setSearch, useSearchParam } from "@assay/site/location";
import { TableList } from "@assay/site/table-list";
import { useMay } from "@assay/site/use-session";
import { Button, type Column, ROW_LINK } from "@assay/ui";
import { BookOpenCheck, Plus } from "lucide-react";
import { Page } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useTenantSession } from "../app/use-tenant-session.ts";
import { NewPackDialog } from "./new-pack-dialog.tsx";
import { usePackPage } from "./use-packs.ts";

/** The tenant's packs and those of the deployment that it sees, and which of them it uses. */
export default function PacksView() {
  const packs = usePackPage();
  const columns = usePackColumns();
  const mayWrite = useMay("ADMIN");
  const isMaking = useSearchParam("dialog") === "new" && mayWrite;
  const add = mayWrite && (
    <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={() => setSearch({ dialog: "new" })}>
      New pack
    </Button>
  );
  return (
    <Page
      title="Packs"
      scope="tenant"
      actions={add}
      lead={
        <p>
          A pack holds the requirements that runs assess, in versions. A published version is final; each tenant uses a
          pack at one of them. Only your tenant sees its own packs.
        </p>
      }
    >
      <TableList
        query={packs}
        what="packs"
        columns={columns}
        rowKey={({ id }) => id}
        icon={BookOpenCheck}
        empty={["There is no pack yet", "Make one, then import its requirements from a file.", add]}
      />
      {isMaking && <NewPackDialog onClose={() => setSearch({ dialog: null })} />}
    </Page>
  );
}

function usePackColumns(): readonly Column<Pack>[] {
  const { data: session } = useTenantSession();
  const used = new Map(session?.packs.map(({ id, version }) => [id, version]));
  return [
    {
      id: "name",
      header: "Pack",
      cell: ({ id, name }) => (
        <Link href={hrefTo(`/packs/${id}`)} className={ROW_LINK}>
          {name}
        </Link>
      ),
    },
    {
      id: "description",
      header: "About",
      minor: true,
      cell: ({ description }) => <span className="line-clamp-2 max-w-md text-muted">{description}</span>,
    },
    {
      id: "owner",
      header: "Owner",
      cell: ({ owner }) => (owner === "TENANT" ? (session?.tenant.name ?? "this tenant") : "the deployment"),
    },
    {
      id: "used",
      header: `Used by ${session?.tenant.name ?? "this tenant"}`,
      cell: ({ id }) => (used.has(id) ? `at version ${used.get(id)}` : <span className="text-muted">not used</span>),
    },
    { id: "created", header: "Made", align: "end", cell: ({ createdAt }) => formatDateTime(createdAt) },
  ];
}
