import { AssayApiError, type Document } from "@assay/client";
import { isContainer } from "@assay/contract/containers";
import { ErrorPanel } from "@assay/site/error-panel";
import { formatCount } from "@assay/site/format";
import { languageOf } from "@assay/site/language-of";
import { readableQuote } from "@assay/site/readable-quote";
import { Button, EmptyState, SkeletonList } from "@assay/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileX2 } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { citedNameQuery } from "../assessment/cited-name-query.ts";
import { ArchiveContents } from "../documents/archive-contents.tsx";
import { FailureNotice } from "../documents/failure-notice.tsx";
import { isSettled } from "../documents/is-settled.ts";
import { documentQuery } from "../documents/queries.ts";
import { ReadingPanel, RecognitionProgress } from "../reading/reading-panel.tsx";
import { CitationNotice } from "./citation-notice.tsx";
import { citedPlaceQuery } from "./cited-place-query.ts";
import { type CitedPassage, keyOfCitation } from "./located-citation.ts";
import type { ShownPage } from "./shown-page.ts";
import { TextView } from "./text-view.tsx";
import { ViewerHeader } from "./viewer-header.tsx";
import "./viewer.css";

const PdfView = lazy(() => import("./pdf-view.tsx"));

export interface EvidenceViewerProps {
  documentId: string;
  /** What to open and mark; without it the document is shown from its beginning. */
  citation?: CitedPassage | null;
  /** Whose citation it is: the run knows the document's name after a deletion. */
  runId?: string | undefined;
  /** Told of the cited passage once it is shown. A stable function. */
  onOpened?: (chunkId: string) => void;
  onClose?: () => void;
}

/** A document as it was uploaded or, without pages, as it was read, opened where an assessment cites it. */
export default function EvidenceViewer(props: EvidenceViewerProps) {
  const { documentId, citation = null, runId, onOpened, onClose } = props;
  const document = useQuery(documentQuery(documentId));
  if (document.isPending) return <SkeletonList label="Loading the document" rows={10} />;
  if (!document.data) {
    const gone = document.error instanceof AssayApiError && document.error.code === "NOT_FOUND";
    if (gone) return <GoneDocument {...{ documentId, citation, runId }} {...(onClose && { onClose })} />;
    return (
      <ErrorPanel title="The document cannot be shown" error={document.error} onRetry={() => void document.refetch()} />
    );
  }
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <ViewerHeader document={document.data} {...(onClose && { onClose })} />
      <div className="min-h-0 flex-1 overflow-hidden">
        <OpenDocument key={documentId} document={document.data} citation={citation} onOpened={onOpened} />
      </div>
    </div>
  );
}

function GoneDocument({ documentId, citation, runId, onClose }: EvidenceViewerProps) {
  const { data: known } = useQuery({ ...citedNameQuery(runId ?? "", documentId), enabled: runId !== undefined });
  return (
    <EmptyState
      icon={<FileX2 size={24} aria-hidden />}
      title="This document has been deleted"
      action={onClose && <Button onClick={onClose}>Show the documents</Button>}
    >
      {known && <bdi className="mb-2 block font-medium break-all text-text">{known.name}</bdi>}
      {citation ? (
        <>
          The assessment keeps the text that it cites:
          <blockquote
            dir="auto"
            lang={languageOf(citation.text)}
            className="mt-2 border-s-2 border-line-strong ps-3 text-start text-text"
          >
            {readableQuote(citation.text)}
          </blockquote>
        </>
      ) : (
        "Past assessments keep the text that they cite."
      )}
    </EmptyState>
  );
}

interface OpenDocumentProps {
  document: Document;
  citation: CitedPassage | null;
  onOpened: EvidenceViewerProps["onOpened"];
}

function OpenDocument({ document, citation, onOpened }: OpenDocumentProps) {
  const place = useCitedPlace(document.id, citation);
  const [located, setLocated] = useState<Readonly<Record<string, boolean>>>({});
  const onLocated = useCallback(
    (key: string, found: boolean) => setLocated((known) => ({ ...known, [key]: found })),
    [],
  );
  const [shown, setShown] = useState<ShownPage | null>(null);
  const cited = (citation && place.data) ?? null;
  const citedKey = citation && keyOfCitation(citation);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another citation takes the place of the page that was chosen
  useEffect(() => setShown(null), [citedKey]);
  // Of the passage before, while the place of this one is looked up.
  const isShown = citation && cited?.key === keyOfCitation(citation) && located[cited.key] !== undefined;
  const shownChunkId = isShown ? citation.chunkId : undefined;
  useEffect(() => {
    if (shownChunkId !== undefined) onOpened?.(shownChunkId);
  }, [shownChunkId, onOpened]);
  if (document.failure) return <FailureNotice document={document} />;
  if (place.isPending && citation) return <SkeletonList label="Looking for the passage" rows={10} />;
  if (place.error)
    return (
      <ErrorPanel title="The passage cannot be looked up" error={place.error} onRetry={() => void place.refetch()} />
    );
  if (isContainer(document.fileType)) return <ArchiveContents archive={document} />;
  const isPdf = document.fileType === "pdf";
  if (!isPdf && !isSettled(document))
    return (
      <EmptyState title="The document is being read">
        <RecognitionProgress document={document} />
        It shows here when it is ready.
      </EmptyState>
    );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ReadingPanel document={document} onShow={(page) => setShown({ page })} />
      {document.archive && <Attachments document={document} />}
      {cited && <CitationNotice citation={cited} found={located[cited.key]} isPdf={isPdf} />}
      <div className="min-h-0 flex-1">
        {isPdf ? (
          <Suspense fallback={<SkeletonList label="Loading the viewer" rows={10} />}>
            <PdfView {...{ document, shown, onLocated }} citation={cited} />
          </Suspense>
        ) : (
          <TextView {...{ document, shown, onLocated }} citation={cited} />
        )}
      </div>
    </div>
  );
}

/** What was attached to a mail, folded away above its text. */
function Attachments({ document }: { document: Document }) {
  const [isOpen, setOpen] = useState(false);
  const { members, skipped } = document.archive!;
  if (members + skipped.length === 0) return null;
  const leftOut = skipped.length > 0 ? `, ${formatCount(skipped.length, "file")} left out` : "";
  return (
    <details
      className="shrink-0 border-b border-line text-sm"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="target px-3 py-1.5">
        {formatCount(members, "attachment")}
        {leftOut}
      </summary>
      {isOpen && (
        <div className="max-h-[40vh] overflow-auto">
          <ArchiveContents archive={document} />
        </div>
      )}
    </details>
  );
}

/** Looks the cited chunk up in the document's text as it is now. */
function useCitedPlace(documentId: string, citation: CitedPassage | null) {
  return useQuery({
    ...citedPlaceQuery(documentId, citation ?? NO_CITATION),
    enabled: citation !== null,
    // From passage to passage the document stays open.
    placeholderData: keepPreviousData,
  });
}

const NO_CITATION: CitedPassage = { chunkId: "", text: "", pageNumber: null };
