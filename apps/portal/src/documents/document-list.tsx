import { ErrorPanel } from "@assay/site/error-panel";
import { RowList, SkeletonList } from "@assay/ui";
import { lazy, Suspense, useEffect, useMemo, useRef } from "react";
import type { Choosing } from "./bulk/selection.ts";
import { columnWidths, DocumentColumnHeads } from "./document-columns.tsx";
import { DocumentRow } from "./document-row.tsx";
import type { TreeRow } from "./flatten-tree.ts";
import { nameOwner } from "./owner-names.ts";
import type { useDocumentTree } from "./use-document-tree.ts";

const SkippedRow = lazy(() => import("./skipped-row.tsx"));

/** From the end of what is loaded, where the next page is asked for. */
const NEAR_END_PX = 800;

export interface DocumentListProps {
  tree: ReturnType<typeof useDocumentTree>;
  selectedId: string | null;
  /** Where several are being chosen. */
  choosing: Choosing | undefined;
  /** The address that shows a document. */
  hrefOf: (documentId: string) => string;
  /** What to say where the list is empty. */
  empty: React.ReactNode;
}

/** Documents as a tree; only the lines in view are in the page, however many there are. */
export function DocumentList({ tree, selectedId, choosing, hrefOf, empty }: DocumentListProps) {
  const { list, rows, fetchNextPage } = tree;
  const scroller = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage } = list;
  const widths = useMemo(() => columnWidths(tree.documents, tree.owners), [tree.documents, tree.owners]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page moves the end, which is then looked at again
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage) return;
    const watch = new IntersectionObserver(
      (seen) => {
        // Several come at once where the page is busy; the last one is what is so now.
        if (!seen.at(-1)!.isIntersecting) return;
        watch.disconnect();
        void fetchNextPage();
      },
      { root: scroller.current, rootMargin: `${NEAR_END_PX}px` },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [hasNextPage, isFetchingNextPage, rows]);

  if (list.isPending) return <SkeletonList label="Loading the documents" rows={9} />;
  if (!list.data)
    return <ErrorPanel title="The documents cannot be shown" error={list.error} onRetry={() => void list.refetch()} />;
  if (rows.length === 0) return empty;
  return (
    <div className="flex h-full flex-col" style={widths}>
      <DocumentColumnHeads />
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto [contain:strict]">
        <RowList label="Documents" {...{ scroller, rows }} total={hasNextPage ? -1 : rows.length}>
          {(row) => <Line key={row.key} row={row} {...{ tree, selectedId, choosing, hrefOf }} />}
        </RowList>
        <div ref={end} />
      </div>
    </div>
  );
}

function Line({ row, tree, selectedId, choosing, hrefOf }: { row: TreeRow } & Omit<DocumentListProps, "empty">) {
  switch (row.kind) {
    case "document":
      return (
        <DocumentRow
          document={row.document}
          name={tree.names.get(row.document.id)!}
          owner={row.document.ownerId ? nameOwner(tree.owners, row.document.ownerId) : undefined}
          successor={tree.successors.get(row.document.id)}
          depth={row.depth}
          href={hrefOf(row.document.id)}
          isSelected={row.document.id === selectedId}
          choosing={choosing}
          isOpen={tree.isOpen(row.document.id)}
          onToggle={tree.searching ? undefined : () => tree.toggle(row.document.id)}
        />
      );
    case "skipped":
      return (
        <div className="border-b border-line ps-8">
          <Suspense fallback={<div className="min-h-9" />}>
            <SkippedRow skipped={row.skipped} depth={row.depth} hrefOf={hrefOf} />
          </Suspense>
        </div>
      );
    case "loading":
      return <p className="px-10 py-2 text-sm text-muted">Loading what is inside …</p>;
    default:
      return row satisfies never;
  }
}
