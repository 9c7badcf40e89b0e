import type { CriteriaVersion } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { Loaded } from "@assay/site/loaded";
import { setSearch, useSearchParam } from "@assay/site/location";
import { useMay, useSession } from "@assay/site/use-session";
import { Button, EmptyState } from "@assay/ui";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { Page } from "../app/page.tsx";
import { clientsOf, hrefTo, useTenantId } from "../app/tenant.ts";
import { useParam } from "../app/use-param.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { useTenantSession } from "../app/use-tenant-session.ts";
import { useTenants } from "../app/use-tenants.ts";
import { BindPreviewCard, type BoundTenant } from "./bind-preview-card.tsx";
import { bindPreviewQuery } from "./bind-preview-query.ts";
import { TenantChoice } from "./tenant-choice.tsx";
import { usePack } from "./use-packs.ts";

/** Binds tenants to a published version, after a look at what changes for each. */
export default function BindView() {
  const packId = useParam("packId");
  const versionId = useParam("versionId");
  const query = usePack(packId);
  const version = query.data?.versions.find(({ id }) => id === versionId);
  const { data: session } = useTenantSession();
  const { data: own } = useSession();
  const tenant = session?.tenant;
  const bindsOthers = useMay("SUPER_ADMIN") && query.data?.pack.owner === "DEPLOYMENT";
  const name = query.data && version ? `version ${version.version} of ${query.data.pack.name}` : "a version";
  return (
    <Page
      title={`Bind tenants to ${name}`}
      scope={query.data?.pack.owner === "TENANT" ? "tenant" : "all"}
      back={{ href: hrefTo(`/packs/${packId}/versions/${versionId}`), label: "Version" }}
      lead="Runs that start afterwards assess its requirements. Runs that have started, and finished ones, keep the version that they pinned. You can bind a tenant to an earlier version again."
    >
      <Loaded query={query} what="versions">
        {() =>
          version?.status === "PUBLISHED" ? (
            bindsOthers ? (
              <Choice version={version} />
            ) : (
              tenant && own && <Previews version={version} ownId={own.tenant.id} tenants={[tenant]} />
            )
          ) : (
            <EmptyState title={version ? "This version is a draft" : "This version of the pack does not exist"}>
              {version ? "Publish it before tenants are bound to it." : "The address may be incomplete."}
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  );
}

function Choice({ version }: { version: CriteriaVersion }) {
  const tenants = useTenants();
  const { data: own } = useSession();
  const fallback = useTenantId() ?? own?.tenant.id ?? "";
  const given = useSearchParam("tenants");
  const chosen = (given ?? fallback).split(",").filter(Boolean);
  const choose = (ids: readonly string[]) => setSearch({ tenants: ids.join(",") || "," }, { replace: true });
  return (
    <div className="grid gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <Loaded query={tenants} what="tenants">
        {(found) => <TenantChoice {...found} ownId={own?.tenant.id} chosen={chosen} onChoose={choose} />}
      </Loaded>
      <div className="flex min-w-0 flex-col gap-4">
        {tenants.data && own && (
          <Previews
            key={chosen.join()}
            version={version}
            ownId={own.tenant.id}
            tenants={tenants.data.tenants.filter(({ id }) => chosen.includes(id))}
          />
        )}
      </div>
    </div>
  );
}

interface PreviewsProps {
  version: CriteriaVersion;
  ownId: string;
  tenants: readonly BoundTenant[];
}

/** What became of a tenant: true once it is bound, else why it is not. */
type Outcomes = Readonly<Record<string, true | string>>;

function Previews({ version, ownId, tenants }: PreviewsProps) {
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const clientOf = (id: string) => (id === ownId ? undefined : id);
  const previews = useQueries({ queries: tenants.map(({ id }) => bindPreviewQuery(clientOf(id), version)) });
  const left = tenants.filter((_, at) => previews[at]!.data?.binding?.criteriaVersionId !== version.id);
  const isSeen = previews.every(({ data }) => data !== undefined);
  const bind = useTenantAct(async () => {
    for (const { id } of left) {
      const { admin } = await clientsOf(clientOf(id));
      const outcome = await admin.bindings.put(version.packId, version.id).then(() => true as const, messageOf);
      setOutcomes((before) => ({ ...before, [id]: outcome }));
    }
  });
  if (tenants.length === 0) return <EmptyState title="Choose the tenants to bind" />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-sm">
          {left.length === 0 ? `All chosen tenants use version ${version.version}.` : "Nothing is changed yet."}
        </p>
        <Button
          look="primary"
          busy={bind.isPending}
          disabled={left.length === 0 || !isSeen}
          onClick={() => bind.mutate()}
        >
          {left.length > 1 ? `Bind ${left.length} tenants` : `Bind ${(left[0] ?? tenants[0])!.name}`}
        </Button>
      </div>
      {tenants.map((tenant, at) => (
        <BindPreviewCard
          key={tenant.id}
          tenant={tenant}
          query={previews[at]!}
          version={version}
          outcome={outcomes[tenant.id]}
        />
      ))}
    </>
  );
}
