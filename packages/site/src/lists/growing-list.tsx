import { Button } from "@assay/ui";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DamagedRows } from "./damaged-rows.tsx";
import { Loaded } from "./loaded.tsx";

export interface GrowingListProps<Row> {
  query: Pick<
    UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[]; readonly damaged?: readonly string[] }>>,
    "data" | "error" | "refetch" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >;
  /** What is listed, such as "runs". */
  what: string;
  /** Lines that it is expected to take. */
  lines?: number;
  /** What is said where there is nothing. */
  empty: ReactNode;
  /** What gets the next ones. */
  more?: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list that grows by its next page at its end; what represents nothing, and why it cannot be shown. */
export function GrowingList<Row>(props: GrowingListProps<Row>) {
  const { query, what, lines = 9, empty, more = "Show more", children } = props;
  return (
    <Loaded query={query} what={what} rows={lines} failure={`The ${what} cannot be shown`}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        const damaged = pages.flatMap((page) => page.damaged ?? []);
        if (rows.length + damaged.length === 0) return empty;
        return (
          <>
            <DamagedRows ids={damaged} what={what} />
            {children(rows)}
            {query.hasNextPage && (
              <div className="flex justify-center p-3">
                <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {more}
                </Button>
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
