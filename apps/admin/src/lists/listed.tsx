import { ErrorPanel } from "@assay/site/error-panel";
import { SkeletonList } from "@assay/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

export interface ListedProps<Data> {
  query: UseQueryResult<Data>;
  /** What is listed, such as "the members". */
  what: string;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a list shows while it loads, where it failed, where it has nothing, and else. */
export function Listed<Data>({ query, what, isEmpty, empty, children }: ListedProps<Data>) {
  const { data, error, refetch } = query;
  if (data === undefined)
    return error ? (
      <ErrorPanel title={`Cannot show ${what}`} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonList label={`Loading ${what}`} rows={8} />
    );
  return isEmpty(data) ? empty : children(data);
}
