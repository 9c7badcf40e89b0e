import { ChoiceFilter, Filters, TextFilter, useChoice, useTyped } from "@assay/site/filters";
import { formatBytes } from "@assay/site/format-bytes";
import { Link } from "@assay/site/link";
import { useCursor } from "@assay/site/pager";
import { TableList } from "@assay/site/table-list";
import { Stat, Stats } from "@assay/ui";
import { Building2 } from "lucide-react";
import { Page } from "../app/page.tsx";
import { PLACES } from "../app/places.ts";
import { hrefTo } from "../app/tenant.ts";
import { formatCost } from "../runs/format-cost.ts";
import { formatTokens } from "../runs/format-tokens.ts";
import { DeploymentDialogs } from "./deployment-dialogs.tsx";
import { TENANT_COLUMNS } from "./tenant-columns.tsx";
import { TROUBLE_CHOICES } from "./troubles.ts";
import { useDeployment } from "./use-deployment.ts";

/** For operators of many tenants: which of them needs somebody, without entering any. */
export default function DeploymentView() {
  const filters = { q: useTyped("q"), trouble: useChoice("trouble", TROUBLE_CHOICES) };
  const deployment = useDeployment({ ...filters, cursor: useCursor() });
  const totals = deployment.data?.totals;
  return (
    <Page
      title="Deployment"
      scope="all"
      lead="All tenants, those in the worst trouble first. Only quantities: nothing of their evidence, and no tenant is entered."
      actions={
        <>
          <Link href={hrefTo(PLACES.erasures.path)} className="target text-sm text-accent hover:underline">
            Erased tenants
          </Link>
          <Link href={hrefTo(PLACES.deploymentLog.path)} className="target text-sm text-accent hover:underline">
            Log of the deployment
          </Link>
        </>
      }
    >
      {totals && (
        <Stats>
          <Stat label="Tenants" value={totals.tenants.toLocaleString()} detail={`${totals.inTrouble} in trouble`} />
          <Stat label="Documents" value={totals.documents.toLocaleString()} detail={formatBytes(totals.bytes)} />
          <Stat
            label="Tokens this month"
            value={formatTokens(totals.tokensThisMonth)}
            detail={formatCost(totals.costUsdThisMonth)}
          />
          <Stat label="Waiting jobs" value={totals.jobsWaiting.toLocaleString()} />
        </Stats>
      )}
      <Filters label="Filter the tenants">
        <TextFilter name="q" label="Search by name" />
        <ChoiceFilter name="trouble" label="Trouble" every="With or without trouble" choices={TROUBLE_CHOICES} />
      </Filters>
      <TableList
        query={deployment}
        what="tenants"
        lines={8}
        columns={TENANT_COLUMNS}
        rowKey={({ tenant }) => tenant.id}
        icon={Building2}
        empty={["No tenant matches", "Change the filters to see others."]}
      />
      <DeploymentDialogs states={deployment.data?.items ?? []} />
    </Page>
  );
}
