import type { Area } from "./geometry.ts";
import { findHeadedTables } from "./headed-tables.ts";
import { orderRows } from "./order-rows.ts";
import { findRuledTables, type PageTable } from "./ruled-tables.ts";
import { type Run, splitColumns } from "./split-columns.ts";

/** A part of a page: runs in the order in which they are read, or a table. */
export type PageBlock<R> =
  | { readonly runs: readonly R[]; readonly table?: undefined }
  | { readonly table: PageTable<R>; readonly runs?: undefined };

/** A page's runs in the order in which they are read; a table stands where its first words were drawn. */
export function layTables<R extends Run>(runs: readonly R[], bars: readonly Area[]): PageBlock<R>[] {
  const ruled = findRuledTables(runs, bars);
  const inCells = new Set(ruled.flatMap(({ taken }) => taken));
  const others = ruled.length === 0 ? runs : runs.filter((run) => !inCells.has(run));
  const tables = [...ruled, ...findHeadedTables(others, bars)];
  if (tables.length === 0) return [{ runs: splitColumns(orderRows(runs)) }];
  const tableOf = new Map(tables.flatMap((table) => table.taken.map((run) => [run, table])));
  const blocks: PageBlock<R>[] = [];
  const written = new Set<PageTable<R>>();
  let open: R[] = [];
  const close = () => {
    if (open.length > 0) blocks.push({ runs: splitColumns(orderRows(open)) });
    open = [];
  };
  for (const run of runs) {
    const table = tableOf.get(run);
    if (!table) open.push(run);
    else if (!written.has(table)) {
      close();
      blocks.push({ table });
      written.add(table);
    }
  }
  close();
  return blocks;
}
