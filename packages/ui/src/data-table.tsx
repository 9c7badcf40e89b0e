import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures are at the end. */
  readonly align?: "end";
  /** What the column sorts by; omitted where it does not sort. */
  readonly sortBy?: string;
  /** What a narrow screen can do without. */
  readonly minor?: boolean;
  readonly className?: string;
}

export interface Sorting {
  readonly by: string;
  readonly order: "asc" | "desc";
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row whose details are shown. */
  isCurrent?: (row: Row) => boolean;
  sorting?: Sorting | undefined;
  onSort?: (sorting: Sorting) => void;
  /** What is shown is about to be replaced. */
  busy?: boolean;
}

/** For a link in a row's first cell: the whole row leads where it leads. */
export const ROW_LINK = "font-medium text-text outline-offset-[-2px] after:absolute after:inset-0 hover:underline";

/** For what can be pressed in a row next to its link. */
export const ABOVE_ROW_LINK = "relative z-10";

/** Rows in columns; on a phone each row is a card of its terms. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, isCurrent, busy = false } = props;
  return (
    // Roles are said, as a phone's cards are no table to a browser.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <div className="overflow-x-auto rounded-lg border border-line">
      <table
        role="table"
        aria-label={label}
        aria-busy={busy || undefined}
        className={classNames("block w-full text-sm sm:table", busy && "opacity-60")}
      >
        <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
          <tr role="row" className="border-b border-line bg-sunken">
            {columns.map((column) => (
              <Header key={column.id} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block sm:table-row-group">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              aria-current={isCurrent?.(row) || undefined}
              className="relative block border-b border-line px-3 py-2 last:border-b-0 hover:bg-hover aria-[current]:bg-accent-soft sm:table-row sm:p-0"
            >
              {columns.map(({ id, header, cell, align, minor, className }) => (
                <td
                  key={id}
                  role="cell"
                  className={classNames(
                    "min-w-0 items-baseline gap-2 py-0.5 sm:table-cell sm:px-3 sm:py-2 sm:align-middle",
                    align === "end" && "tabular-nums sm:text-end sm:whitespace-nowrap",
                    minor ? "hidden" : "flex",
                    className,
                  )}
                >
                  <span aria-hidden className="w-28 shrink-0 text-xs text-muted sm:hidden">
                    {header}
                  </span>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
    // biome-ignore-end lint/a11y/useSemanticElements: see above
  );
}

interface HeaderProps<Row> extends Pick<DataTableProps<Row>, "sorting" | "onSort"> {
  column: Column<Row>;
}

const SORTED = { asc: "ascending", desc: "descending" } as const;

function Header<Row>({ column: { header, align, sortBy, minor }, sorting, onSort }: HeaderProps<Row>) {
  const isSorted = sortBy !== undefined && sorting?.by === sortBy;
  const next = isSorted && sorting.order === "desc" ? "asc" : "desc";
  const Icon = isSorted ? (sorting.order === "asc" ? ArrowUp : ArrowDown) : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? SORTED[sorting.order] : undefined}
      className={classNames(
        "px-3 py-2 text-xs font-medium whitespace-nowrap text-muted",
        align === "end" ? "text-end" : "text-start",
        minor && "hidden sm:table-cell",
      )}
    >
      {sortBy && onSort ? (
        <button
          type="button"
          onClick={() => onSort({ by: sortBy, order: next })}
          className={classNames("inline-flex items-center gap-1 rounded hover:text-text", isSorted && "text-text")}
        >
          {header}
          <Icon size={12} aria-hidden className={isSorted ? undefined : "opacity-50"} />
        </button>
      ) : (
        header
      )}
    </th>
  );
}
