import type { CriteriaVersion, Pack, PackBinding } from "@assay/client/admin";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { useMay } from "@assay/site/use-session";
import { buttonClasses, type Column, DataTable, EmptyState, Notice, ROW_LINK } from "@assay/ui";
import { FileUp, Library } from "lucide-react";
import { Page } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useParam } from "../app/use-param.ts";
import { useTenantSession } from "../app/use-tenant-session.ts";
import { ArchiveButton } from "./archive-button.tsx";
import { DeleteButton } from "./delete-button.tsx";
import { OfferButton } from "./offer-button.tsx";
import { OwnerLead } from "./owner-lead.tsx";
import { UnbindButton } from "./unbind-button.tsx";
import { useMayChange } from "./use-may-change.ts";
import { newestPublished, usePack } from "./use-packs.ts";
import { VersionStatus } from "./version-status.tsx";

/** A pack: its versions, and the one that the tenant of the address uses. */
export default function PackView() {
  const packId = useParam("packId");
  const query = usePack(packId);
  const pack = query.data?.pack;
  const mayWrite = useMayChange(pack);
  const maySeeGuidance = useMay("SUPER_ADMIN");
  return (
    <Page
      title={pack?.name ?? "Pack"}
      scope={pack?.owner === "TENANT" ? "tenant" : "all"}
      back={{ href: hrefTo("/packs"), label: "Packs" }}
      lead={<OwnerLead pack={pack}>{pack?.description || "Its versions, the newest first."}</OwnerLead>}
      actions={
        pack &&
        mayWrite && (
          <>
            {maySeeGuidance && (
              <Link href={hrefTo("/corpus", { packId })} className={buttonClasses()}>
                <Library size={15} aria-hidden />
                Guidance
              </Link>
            )}
            {pack.owner === "DEPLOYMENT" && <OfferButton pack={pack} />}
            <ArchiveButton pack={pack} />
            {query.data?.versions.every(({ status }) => status === "DRAFT") && <DeleteButton pack={pack} />}
            {!pack.archivedAt && (
              <Link href={hrefTo(`/packs/${packId}/import`)} className={buttonClasses("primary")}>
                <FileUp size={15} aria-hidden />
                Import a version
              </Link>
            )}
          </>
        )
      }
    >
      <Loaded query={query} what="versions">
        {({ pack, versions, binding }) => (
          <>
            <Use {...{ pack, versions, binding }} />
            {versions.length === 0 ? (
              <EmptyState title={mayWrite ? "This pack has no version yet" : "No version of this pack is published"}>
                {mayWrite ? "Import its requirements from a file." : "A super administrator publishes versions."}
              </EmptyState>
            ) : (
              <VersionTable versions={versions} binding={binding} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface UseProps {
  pack: Pack;
  versions: readonly CriteriaVersion[];
  binding: PackBinding | null;
}

/** What the tenant of the address uses of it, and whether there is something newer. */
function Use({ pack, versions, binding }: UseProps) {
  const { data: session } = useTenantSession();
  const mayBind = useMay("ADMIN");
  const newest = newestPublished(versions);
  const name = session?.tenant.name ?? "This tenant";
  const bind = newest && mayBind && newest.id !== binding?.criteriaVersionId && (
    <Link href={hrefTo(`/packs/${pack.id}/versions/${newest.id}/bind`)} className={buttonClasses()}>
      Bind version {newest.version} …
    </Link>
  );
  const unbind = mayBind && <UnbindButton pack={pack} tenantName={name} />;
  if (!binding)
    return (
      <Notice tone="neutral" title={`${name} does not use this pack`} action={bind}>
        {newest
          ? `Version ${newest.version} is the newest that it can be bound to.`
          : "A version must be published before a tenant can be bound to it."}
      </Notice>
    );
  if (newest && newest.version > binding.version)
    return (
      <Notice
        tone="partial"
        title={`${name} uses version ${binding.version}; version ${newest.version} is published`}
        action={
          <div className="flex flex-wrap gap-2">
            <Link
              href={hrefTo(`/packs/${pack.id}/versions/${newest.id}`, {
                part: "changes",
                against: binding.criteriaVersionId,
              })}
              className={buttonClasses()}
            >
              Show what would change
            </Link>
            {bind}
            {unbind}
          </div>
        }
      >
        Runs assess the requirements of version {binding.version} until the tenant is bound to another one.
      </Notice>
    );
  return (
    <Notice tone="complete" title={`${name} uses version ${binding.version}`} action={unbind}>
      Bound to the pack since {formatDateTime(binding.boundAt)}.
    </Notice>
  );
}

function VersionTable({ versions, binding }: { versions: readonly CriteriaVersion[]; binding: PackBinding | null }) {
  const columns: Column<CriteriaVersion>[] = [
    {
      id: "version",
      header: "Version",
      cell: ({ id, packId, version }) => (
        <Link href={hrefTo(`/packs/${packId}/versions/${id}`)} className={ROW_LINK}>
          Version {version}
        </Link>
      ),
    },
    { id: "status", header: "State", cell: (version) => <VersionStatus status={version.status} /> },
    {
      id: "used",
      header: "Used",
      cell: ({ id }) => (id === binding?.criteriaVersionId ? "by this tenant" : <span className="text-muted">–</span>),
    },
    { id: "criteria", header: "Criteria", align: "end", cell: ({ criteriaCount }) => criteriaCount.toLocaleString() },
    {
      id: "requirements",
      header: "Requirements",
      align: "end",
      cell: ({ requirementCount }) => requirementCount.toLocaleString(),
    },
    { id: "made", header: "Imported", align: "end", minor: true, cell: ({ createdAt }) => formatDateTime(createdAt) },
    {
      id: "published",
      header: "Published",
      align: "end",
      cell: ({ publishedAt }) => (publishedAt ? formatDateTime(publishedAt) : <span className="text-muted">–</span>),
    },
  ];
  return (
    <DataTable
      label="Versions"
      columns={columns}
      rows={versions}
      rowKey={({ id }) => id}
      isCurrent={({ id }) => id === binding?.criteriaVersionId}
    />
  );
}
