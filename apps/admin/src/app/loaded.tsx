import { ErrorPanel } from "@assay/site/error-panel";
import { SkeletonList } from "@assay/ui";
import type { ReactNode } from "react";

export interface LoadedProps<T> {
  query: { readonly data: T | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** What is read, in the plural: "packs". */
  what: string;
  /** Lines that it is expected to take. */
  rows?: number;
  children: (data: T) => ReactNode;
}

/** What a query got; before that a placeholder, or why it cannot be read. */
export function Loaded<T>({ query, what, rows = 6, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <SkeletonList label={`Loading ${what}`} rows={rows} />;
  const title = `The ${what} cannot be read`;
  return <ErrorPanel title={title} error={query.error} onRetry={() => void query.refetch()} />;
}
