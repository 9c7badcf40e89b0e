import { SkeletonList } from "@assay/ui";
import type { ReactNode } from "react";
import { ErrorPanel } from "../shell/error-panel.tsx";

export interface LoadedProps<T> {
  query: { readonly data: T | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  /** What is read, such as "packs". */
  what: string;
  /** Said where it cannot be read. */
  failure?: string;
  /** Lines that it is expected to take. */
  rows?: number;
  /** Whether `empty` is shown in its place. */
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What a query got, or what represents nothing; before that a placeholder, or why it cannot be read. */
export function Loaded<T>({ query, what, failure, rows = 6, isEmpty, empty, children }: LoadedProps<T>) {
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data);
  if (!query.error) return <SkeletonList label={`Loading ${what}`} rows={rows} />;
  const title = failure ?? `The ${what} cannot be read`;
  return <ErrorPanel title={title} error={query.error} onRetry={() => void query.refetch()} />;
}
