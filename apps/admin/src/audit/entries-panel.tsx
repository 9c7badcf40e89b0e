import { formatCount } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { hrefWith, useSearchParam } from "@assay/site/location";
import { TableList } from "@assay/site/table-list";
import { ScrollText } from "lucide-react";
import { AuditFilterBar } from "./audit-filter-bar.tsx";
import { CsvButton } from "./csv-button.tsx";
import { entryColumns } from "./entry-columns.tsx";
import { EntryPane } from "./entry-pane.tsx";
import { FILTER_NAMES } from "./filters.ts";
import { useAuditFilters, useAuditPage } from "./use-audit.ts";

/** The log as a table, and one entry next to it. */
export function EntriesPanel() {
  const filters = useAuditFilters();
  const page = useAuditPage(filters);
  const chosen = Number(useSearchParam("entry")) || null;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className="flex flex-col gap-4 py-4">
      <AuditFilterBar filters={filters} />
      <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
        <p role="status">
          {page.data &&
            `${formatCount(page.data.total, "entry", "entries")}${page.data.totalIsExact ? "" : " or more"}`}
        </p>
        {isFiltered && (
          <Link href={hrefWith({ ...NO_FILTERS, cursor: null })} className="text-accent hover:underline">
            Clear the filters
          </Link>
        )}
        <div className="ms-auto">
          <CsvButton filters={filters} total={page.data?.total ?? 0} />
        </div>
      </div>
      <div className={chosen ? "grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]" : undefined}>
        <div className="flex min-w-0 flex-col gap-3">
          <TableList
            query={page}
            what="audit log"
            lines={8}
            columns={entryColumns(page.data?.names ?? {}, chosen !== null)}
            rowKey={({ id }) => id}
            isCurrent={({ sequence }) => sequence === chosen}
            icon={ScrollText}
            empty={
              isFiltered
                ? ["No entry matches", "Change the filters to see others."]
                : ["The audit log is empty", "The first change of anything is its first entry."]
            }
          />
        </div>
        {chosen && <EntryPane key={chosen} sequence={chosen} />}
      </div>
    </div>
  );
}

const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, null]));
