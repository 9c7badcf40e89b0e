import { DataTable, type DataTableProps, EmptyState } from "@assay/ui";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { DamagedRows } from "./damaged-rows.tsx";
import { Loaded, type LoadedProps } from "./loaded.tsx";
import { Pager } from "./pager.tsx";

interface Page<Row> {
  readonly nextCursor: string | null;
  readonly items: readonly Row[];
  readonly damaged?: readonly string[];
}

export interface TableListProps<Row> extends Omit<DataTableProps<Row>, "rows" | "busy" | "label"> {
  /** Of the table; by what is listed without it. */
  label?: string;
  query: LoadedProps<Page<Row>>["query"] & { readonly isPlaceholderData: boolean };
  /** What is listed, such as "members". */
  what: string;
  /** Lines that it is expected to take. */
  lines?: number;
  icon: LucideIcon;
  /** What is said where there is nothing, and what to do then. */
  empty: readonly [title: string, advice: ReactNode, action?: ReactNode];
  /** Said where it cannot be read. */
  failure?: string;
  /** Below the table, at the side of the way to the next page. */
  foot?: ReactNode;
}

/** A page of a list as a table, with the way to the next one; what represents nothing, and why it cannot be read. */
export function TableList<Row>(props: TableListProps<Row>) {
  const { query, what, lines, icon: Icon, empty, failure, foot, label, ...table } = props;
  const [title, advice, action] = empty;
  return (
    <Loaded
      query={query}
      what={what}
      {...(failure !== undefined && { failure })}
      {...(lines !== undefined && { rows: lines })}
      isEmpty={({ items, damaged = [] }) => items.length + damaged.length === 0}
      empty={
        <EmptyState icon={<Icon size={22} aria-hidden />} title={title} action={action}>
          {advice}
        </EmptyState>
      }
    >
      {({ items, damaged, nextCursor }) => (
        <>
          <DamagedRows ids={damaged} what={what} />
          <DataTable
            {...table}
            label={label ?? what.charAt(0).toUpperCase() + what.slice(1)}
            rows={items}
            busy={query.isPlaceholderData}
          />
          {foot === undefined ? (
            <Pager nextCursor={nextCursor} />
          ) : (
            <div className="flex flex-wrap items-center gap-3">
              {foot}
              <div className="ms-auto">
                <Pager nextCursor={nextCursor} />
              </div>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}
