import type { Pack } from "@assay/client/admin";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { setSearch, useSearchParam } from "@assay/site/location";
import { Pager } from "@assay/site/pager";
import { useMay } from "@assay/site/use-session";
import { Button, type Column, DataTable, EmptyState, ROW_LINK } from "@assay/ui";
import { BookOpenCheck, Plus } from "lucide-react";
import { Page } from "../app/page.tsx";
import { ReadOnlyLead } from "../app/read-only-lead.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useTenantSession } from "../app/use-tenant-session.ts";
import { NewPackDialog } from "./new-pack-dialog.tsx";
import { READ_ONLY } from "./read-only.ts";
import { usePackPage } from "./use-packs.ts";

/** All packs of the deployment, and which of them the tenant uses. */
export default function PacksView() {
  const packs = usePackPage();
  const mayWrite = useMay("SUPER_ADMIN");
  const isMaking = useSearchParam("dialog") === "new" && mayWrite;
  const add = mayWrite && (
    <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={() => setSearch({ dialog: "new" })}>
      New pack
    </Button>
  );
  return (
    <Page
      title="Packs"
      scope="all"
      actions={add}
      lead={
        <ReadOnlyLead reason={READ_ONLY}>
          A pack holds the requirements that runs assess, in versions. A published version is final; each tenant uses a
          pack at one of them.
        </ReadOnlyLead>
      }
    >
      <Loaded query={packs} what="packs">
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState icon={<BookOpenCheck size={22} aria-hidden />} title="There is no pack yet" action={add}>
              Make one, then import its requirements from a file.
            </EmptyState>
          ) : (
            <>
              <PackTable packs={items} />
              <Pager nextCursor={nextCursor} />
            </>
          )
        }
      </Loaded>
      {isMaking && <NewPackDialog onClose={() => setSearch({ dialog: null })} />}
    </Page>
  );
}

function PackTable({ packs }: { packs: readonly Pack[] }) {
  const { data: session } = useTenantSession();
  const used = new Map(session?.packs.map(({ id, version }) => [id, version]));
  const columns: Column<Pack>[] = [
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
      id: "used",
      header: `Used by ${session?.tenant.name ?? "this tenant"}`,
      cell: ({ id }) => (used.has(id) ? `at version ${used.get(id)}` : <span className="text-muted">not used</span>),
    },
    { id: "created", header: "Made", align: "end", cell: ({ createdAt }) => formatDateTime(createdAt) },
  ];
  return <DataTable label="Packs" columns={columns} rows={packs} rowKey={({ id }) => id} />;
}
