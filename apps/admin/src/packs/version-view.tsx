import type { CriteriaVersion } from "@assay/client/admin";
import { formatCount, formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { Loaded } from "@assay/site/loaded";
import { setSearch, useSearchParam } from "@assay/site/location";
import { useMay } from "@assay/site/use-session";
import { Button, buttonClasses, Notice, Tabs } from "@assay/ui";
import { Stamp } from "lucide-react";
import { Page } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useParam } from "../app/use-param.ts";
import { OwnerLead } from "./owner-lead.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { RequirementTable } from "./requirement-table.tsx";
import { useMayChange } from "./use-may-change.ts";
import { usePack, useVersion } from "./use-packs.ts";
import { VersionChanges } from "./version-changes.tsx";
import { VersionStatus } from "./version-status.tsx";

type Loadable = NonNullable<ReturnType<typeof usePack>["data"]>;

/** One version: its requirements, what differs from another one, publishing and binding. */
export default function VersionView() {
  const packId = useParam("packId");
  const versionId = useParam("versionId");
  const pack = usePack(packId);
  const query = useVersion(packId, versionId);
  const version = query.data;
  const name = pack.data?.pack.name ?? "Pack";
  return (
    <Page
      title={version ? `${name}, version ${version.version}` : "Version of a pack"}
      scope={pack.data?.pack.owner === "TENANT" ? "tenant" : "all"}
      back={{ href: hrefTo(`/packs/${packId}`), label: name }}
      actions={version && pack.data && <Actions data={pack.data} version={version} />}
      lead={
        <OwnerLead pack={pack.data?.pack}>{version ? <Summary version={version} /> : "A version of a pack."}</OwnerLead>
      }
    >
      <Loaded query={query} what="version">
        {(found) => <Parts data={pack.data} version={found} />}
      </Loaded>
    </Page>
  );
}

function Summary({ version }: { version: CriteriaVersion }) {
  const { status, criteriaCount, requirementCount, createdAt, publishedAt } = version;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <VersionStatus status={status} />
      <span>
        {formatCount(requirementCount, "requirement")} in {formatCount(criteriaCount, "criterion", "criteria")}
      </span>
      <span>
        {publishedAt
          ? `published ${formatDateTime(publishedAt)}`
          : `imported ${formatDateTime(createdAt)}, not published`}
      </span>
    </span>
  );
}

function Actions({ data, version }: { data: Loadable; version: CriteriaVersion }) {
  const mayWrite = useMayChange(data.pack);
  const isAsked = useSearchParam("dialog") === "publish";
  const bindsOthers = useMay("SUPER_ADMIN") && data.pack.owner === "DEPLOYMENT";
  if (version.status === "PUBLISHED")
    return (
      <Link href={hrefTo(`/packs/${version.packId}/versions/${version.id}/bind`)} className={buttonClasses("primary")}>
        {bindsOthers ? "Bind tenants …" : "Bind the tenant …"}
      </Link>
    );
  if (!mayWrite) return null;
  return (
    <>
      <Button look="primary" icon={<Stamp size={15} aria-hidden />} onClick={() => setSearch({ dialog: "publish" })}>
        Publish …
      </Button>
      {isAsked && (
        <PublishDialog
          packName={data.pack.name}
          version={version}
          onClose={() => setSearch({ dialog: null }, { replace: true })}
        />
      )}
    </>
  );
}

const PARTS = ["requirements", "changes"];

function Parts({ data, version }: { data: Loadable | undefined; version: CriteriaVersion }) {
  const given = useSearchParam("part");
  const part = given && PARTS.includes(given) ? given : "requirements";
  const requirements = { id: "requirements", label: "Requirements", content: <RequirementTable version={version} /> };
  const changes = {
    id: "changes",
    label: "Changes",
    content: data && <VersionChanges version={version} versions={data.versions} binding={data.binding} />,
  };
  return (
    <>
      {version.status === "DRAFT" && (
        <Notice tone="partial" title="This is a draft">
          Review its requirements and the changes. Tenants can be bound to it after it is published.
        </Notice>
      )}
      <Tabs
        label="Parts of the version"
        value={part}
        onChange={(id) => setSearch({ part: id === "requirements" ? null : id, q: null }, { replace: true })}
        tabs={[requirements, changes]}
      />
    </>
  );
}
