import type { Document, DocumentPage } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { Button, Pill, SkeletonList } from "@assay/ui";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countParts } from "../documents/describe-coverage.ts";
import { describeCertainty } from "./describe-certainty.ts";
import { pageListQuery, unreadPagesQuery } from "./page-queries.ts";
import { describeCapture, describeState, nameOfPage } from "./page-state.ts";
import { StateMark } from "./state-mark.tsx";

export interface PageListProps {
  document: Document;
  /** Shows a page; omitted where the document cannot be opened at one. */
  onShow?: ((page: DocumentPage) => void) | undefined;
}

/** Every page, sheet, slide, mail part and image of a document with what was read of it. */
export function PageList({ document, onShow }: PageListProps) {
  const [onlyUnread, setOnlyUnread] = useState(false);
  const { total } = countParts(document.coverage!);
  return (
    <section aria-label="Pages" className="flex flex-col gap-2">
      <fieldset className="flex gap-1">
        <legend className="sr-only">Which pages</legend>
        <Pill label="All" count={total} pressed={!onlyUnread} onPress={() => setOnlyUnread(false)} />
        <Pill label="Not read" tone="partial" pressed={onlyUnread} onPress={() => setOnlyUnread(true)} />
      </fieldset>
      {onlyUnread ? <UnreadPages {...{ document, onShow }} /> : <AllPages {...{ document, onShow }} />}
    </section>
  );
}

function AllPages({ document, onShow }: PageListProps) {
  const list = useInfiniteQuery(pageListQuery(document, undefined));
  if (list.isPending) return <SkeletonList label="Loading the pages" rows={4} />;
  if (!list.data)
    return <ErrorPanel title="The pages cannot be shown" error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <Rows pages={list.data.pages.flatMap(({ items }) => items)} onShow={onShow} />
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more pages
        </Button>
      )}
    </>
  );
}

function UnreadPages({ document, onShow }: PageListProps) {
  const list = useQuery(unreadPagesQuery(document));
  if (list.isPending) return <SkeletonList label="Loading the pages" rows={2} />;
  if (!list.data)
    return <ErrorPanel title="The pages cannot be shown" error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data.length === 0) return <p className="text-sm text-muted">Everything was read.</p>;
  return <Rows pages={list.data} onShow={onShow} />;
}

function Rows({ pages, onShow }: { pages: readonly DocumentPage[]; onShow: PageListProps["onShow"] }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {pages.map((page) => (
        <PageRow key={page.pageIndex} page={page} onShow={onShow} />
      ))}
    </ul>
  );
}

function PageRow({ page, onShow }: { page: DocumentPage; onShow: PageListProps["onShow"] }) {
  const { reason, certainty, captureFacts } = page;
  const name = nameOfPage(page);
  return (
    <li className="flex flex-col gap-0.5 px-3 py-1.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3">
        {onShow ? (
          <button
            type="button"
            onClick={() => onShow(page)}
            className="target min-w-0 rounded text-start break-words text-accent underline-offset-2 hover:underline"
          >
            <bdi>{name}</bdi>
          </button>
        ) : (
          <bdi className="min-w-0 break-words">{name}</bdi>
        )}
        <span className="ms-auto flex flex-wrap gap-x-2 text-xs text-muted">
          <StateMark {...describeState(page)} />
          {certainty !== null && <span>{describeCertainty(certainty)}</span>}
        </span>
      </div>
      {reason && <p className="text-xs break-words text-muted">{reason}</p>}
      {captureFacts.map((fact) => (
        <p key={`${fact.kind} ${fact.text}`} dir="auto" className="text-xs break-words text-muted">
          {describeCapture(fact)}
        </p>
      ))}
    </li>
  );
}
