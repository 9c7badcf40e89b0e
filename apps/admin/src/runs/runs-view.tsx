import { ErrorPanel } from "@assay/site/error-panel";
import { isActive } from "@assay/site/is-active";
import { setSearch, useSearch } from "@assay/site/location";
import { Pager } from "@assay/site/pager";
import { Button, DataTable, EmptyState, SkeletonList } from "@assay/ui";
import { History } from "lucide-react";
import { Page } from "../app/page.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { RUN_COLUMNS } from "./run-columns.tsx";
import { FILTER_PARAMS, isFiltered, readSorting } from "./run-filters.ts";
import { useRuns } from "./use-runs.ts";

/** Every run of the tenant: found, ordered and followed by the address alone. */
export default function RunsView() {
  return (
    <Page title="Runs">
      <FilterBar />
      <Runs />
    </Page>
  );
}

function Runs() {
  const { data, error, refetch, isPlaceholderData } = useRuns();
  const search = useSearch();
  if (error && !data)
    return <ErrorPanel title="The runs cannot be shown" error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList label="Loading runs" rows={12} />;
  if (data.items.length === 0) return <Empty filtered={isFiltered(search)} />;
  const active = data.items.filter(isActive).length;
  return (
    <>
      <DataTable
        label="Runs"
        columns={RUN_COLUMNS}
        rows={data.items}
        rowKey={({ id }) => id}
        sorting={readSorting(search)}
        onSort={({ by, order }) => setSearch({ sort: by, order, cursor: null })}
        busy={isPlaceholderData}
      />
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="text-xs text-muted">
          {active > 0 && "Followed live while a run is under way."}
        </p>
        <div className="ms-auto">
          <Pager nextCursor={data.nextCursor} />
        </div>
      </div>
    </>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  if (!filtered)
    return (
      <EmptyState icon={<History size={22} aria-hidden />} title="No run yet">
        Start runs in the portal or through the API.
      </EmptyState>
    );
  const clear = Object.fromEntries([...FILTER_PARAMS, "cursor"].map((name) => [name, null]));
  return (
    <EmptyState
      icon={<History size={22} aria-hidden />}
      title="No run matches"
      action={<Button onClick={() => setSearch(clear)}>Clear the filters</Button>}
    >
      Choose a longer time or remove a filter.
    </EmptyState>
  );
}
