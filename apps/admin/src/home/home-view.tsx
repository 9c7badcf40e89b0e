import { ErrorPanel } from "@assay/site/error-panel";
import { Skeleton } from "@assay/ui";
import { Page } from "../app/page.tsx";
import { AttentionList } from "./attention-list.tsx";
import { InForce } from "./in-force.tsx";
import { OverviewCharts } from "./overview-charts.tsx";
import { QueuePanel } from "./queue-panel.tsx";
import { useOverview } from "./use-overview.ts";

/** What needs attention comes first; then how the last weeks went, what is being done and what is active. */
export default function HomeView() {
  const { data: overview, error, refetch } = useOverview();
  if (!overview)
    return (
      <Page title="Home">
        {error ? (
          <ErrorPanel title="The overview cannot be shown" error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </Page>
    );
  return (
    <Page title="Home">
      <AttentionList overview={overview} />
      <OverviewCharts overview={overview} />
      <div className="grid gap-5 lg:grid-cols-2">
        <QueuePanel overview={overview} />
        <InForce overview={overview} />
      </div>
    </Page>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the overview" className="flex flex-col gap-5">
      <Skeleton className="h-24" />
      <div className="grid gap-4 md:grid-cols-2">
        {["runs", "errors", "tokens", "cost"].map((chart) => (
          <Skeleton key={chart} className="h-64" />
        ))}
      </div>
    </div>
  );
}
