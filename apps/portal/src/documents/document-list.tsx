import { SkeletonList } from "@assay/ui";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { ErrorPanel } from "../app/error-panel.tsx";
import { DocumentRow } from "./document-row.tsx";
import { SkippedRow } from "./skipped-row.tsx";
import type { useDocumentTree } from "./use-document-tree.ts";

const ROW_HEIGHT = 56;
const INDENT = 20;

export interface DocumentListProps {
  tree: ReturnType<typeof useDocumentTree>;
  selectedId: string | null;
  /** The address that shows a document. */
  hrefOf: (documentId: string) => string;
  /** What to say where the list is empty. */
  empty: React.ReactNode;
}

/** Documents as a tree; only the lines in view are in the page, however many there are. */
export function DocumentList({ tree, selectedId, hrefOf, empty }: DocumentListProps) {
  const { list, rows } = tree;
  const frame = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]!.key,
    overscan: 8,
  });
  const shown = lines.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last >= rows.length - 10) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, last, rows.length]);

  if (list.isPending) return <SkeletonList label="Loading the documents" rows={9} />;
  if (!list.data)
    return <ErrorPanel title="The documents cannot be shown" error={list.error} onRetry={() => void list.refetch()} />;
  if (rows.length === 0) return empty;
  return (
    <div ref={frame} className="h-full overflow-auto">
      <ul aria-label="Documents" className="relative" style={{ height: lines.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const row = rows[index]!;
          return (
            <li
              key={key}
              aria-setsize={hasNextPage ? -1 : rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 border-b border-line"
              style={{
                transform: `translateY(${start}px)`,
                height: ROW_HEIGHT,
                paddingInlineStart: row.depth * INDENT,
              }}
            >
              {row.kind === "document" && (
                <DocumentRow
                  document={row.document}
                  href={hrefOf(row.document.id)}
                  isSelected={row.document.id === selectedId}
                  isOpen={tree.isOpen(row.document.id)}
                  onToggle={tree.searching ? undefined : () => tree.toggle(row.document.id)}
                />
              )}
              {row.kind === "skipped" && (
                <div className="h-full ps-7">
                  <SkippedRow skipped={row.skipped} hrefOf={hrefOf} />
                </div>
              )}
              {row.kind === "loading" && <p className="px-10 py-4 text-sm text-muted">Loading what is inside …</p>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
