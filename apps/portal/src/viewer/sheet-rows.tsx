import { languageOf } from "@assay/site/language-of";
import { MarkedText } from "./marked-text.tsx";
import type { MarkedRanges } from "./split-at-ranges.ts";
import type { Cell } from "./split-cells.ts";
import type { Grid } from "./split-rows.ts";

const HEAD = "border border-line bg-sunken px-2 py-1 text-center text-xs font-normal text-muted tabular-nums";

export interface SheetRowsProps extends MarkedRanges {
  grid: Grid;
  /** Whether rows of the same sheet stand right above. */
  isContinued: boolean;
}

/** Rows of a sheet as a grid, the cells that are cited marked. */
export function SheetRows({ grid, isContinued, cited, ...marks }: SheetRowsProps) {
  const { sheet, range, columns, rows } = grid;
  const title = sheet ? `${sheet}, ${range}` : range;
  const isCited = ({ text, start }: Cell) => cited !== null && start < cited.end && start + text.length > cited.start;
  return (
    <div className="group">
      {!isContinued && sheet && (
        <h3 dir="auto" className="mt-5 mb-1 text-sm font-semibold group-first:mt-0">
          {sheet}
        </h3>
      )}
      <p dir="auto" className="mb-1 text-xs text-muted">
        {range}
        {sheet && !columns && ". Empty cells at the start of a row are left out"}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section aria-label={title} tabIndex={0} className="overflow-x-auto">
        <table
          lang={languageOf(rows.map(({ cells }) => cells.map(({ text }) => text).join(" ")).join(" "))}
          className="border-collapse bg-surface text-sm"
        >
          {columns && (
            <thead>
              <tr>
                {rows[0]!.number !== null && <td className={HEAD} />}
                {columns.map((name) => (
                  <th key={name} scope="col" className={HEAD}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map(({ number, cells }) => (
              <tr key={cells[0]!.start}>
                {number !== null && (
                  <th scope="row" className={HEAD}>
                    {number}
                  </th>
                )}
                {cells.map((cell) => (
                  <td
                    key={cell.start}
                    dir="auto"
                    data-cited={isCited(cell) || undefined}
                    className="max-w-96 min-w-16 border border-line px-2 py-1 align-top break-words data-[cited]:border-partial data-[cited]:bg-partial-soft"
                  >
                    <MarkedText text={cell.text} offset={cell.start} {...{ cited, ...marks }} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
