import { isActive } from "@assay/site/is-active";
import { setSearch, useSearch } from "@assay/site/location";
import { TableList } from "@assay/site/table-list";
import { Button } from "@assay/ui";
import { History } from "lucide-react";
import { Page } from "../app/page.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { RUN_COLUMNS } from "./run-columns.tsx";
import { CLEARED, isFiltered, readSorting } from "./run-filters.ts";
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
  const runs = useRuns();
  const search = useSearch();
  return (
    <TableList
      query={runs}
      what="runs"
      failure="The runs cannot be shown"
      lines={12}
      columns={RUN_COLUMNS}
      rowKey={({ id }) => id}
      sorting={readSorting(search)}
      onSort={({ by, order }) => setSearch({ sort: by, order, cursor: null })}
      foot={
        <p role="status" className="text-xs text-muted">
          {runs.data?.items.some(isActive) && "Followed live while a run is under way."}
        </p>
      }
      icon={History}
      empty={
        isFiltered(search)
          ? [
              "No run matches",
              "Choose a longer time or remove a filter.",
              <Button key="clear" onClick={() => setSearch(CLEARED)}>
                Clear the filters
              </Button>,
            ]
          : ["No run yet", "Start runs in the portal or through the API."]
      }
    />
  );
}
