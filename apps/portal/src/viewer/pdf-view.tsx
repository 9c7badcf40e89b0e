import type { Document } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { Button, ProgressBar } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { picturePagesQuery } from "../reading/page-queries.ts";
import type { LocatedCitation } from "./located-citation.ts";
import { PdfPage } from "./pdf-page.tsx";
import { PdfToolbar, type PdfToolbarProps } from "./pdf-toolbar.tsx";
import { PicturePage } from "./picture/picture-page.tsx";
import type { ShownPage } from "./shown-page.ts";
import { usePdf } from "./use-pdf.ts";
import { useWidth } from "./use-width.ts";

export interface PdfViewProps {
  document: Document;
  citation: LocatedCitation | null;
  /** What was chosen in the list of pages. */
  shown: ShownPage | null;
  onLocated: (key: string, found: boolean) => void;
}

export default function PdfView({ document, citation, shown, onLocated }: PdfViewProps) {
  const state = usePdf(document);
  const [zoom, setZoom] = useState(1);
  switch (state.name) {
    case "loading":
      return (
        <div role="status" className="mx-auto flex w-60 flex-col gap-2 py-16 text-sm text-muted">
          Loading the file …
          <ProgressBar label="Loading the file" value={state.loaded} />
        </div>
      );
    case "failed":
      return <ErrorPanel title="The file cannot be shown" error={state.error} onRetry={state.retry} />;
    case "ready":
      return (
        <Pages
          key={citation?.key}
          {...{ document, pdf: state.pdf, citation, shown, onLocated, zoom, onZoom: setZoom }}
        />
      );
    default:
      return state satisfies never;
  }
}

interface PagesProps
  extends Pick<PdfViewProps, "document" | "citation" | "shown" | "onLocated">,
    Pick<PdfToolbarProps, "zoom" | "onZoom"> {
  pdf: PDFDocumentProxy;
}

function Pages({ document, pdf, citation, shown, onLocated, zoom, onZoom }: PagesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const citedPage = citation?.pageNumber ? Math.min(citation.pageNumber, pdf.numPages) : null;
  const [pageNumber, setPageNumber] = useState(citedPage ?? 1);
  useEffect(() => {
    if (shown?.page.pageNumber) setPageNumber(Math.min(shown.page.pageNumber, pdf.numPages));
  }, [shown, pdf]);
  const picture = useQuery(picturePagesQuery(document)).data?.find((page) => page.pageNumber === pageNumber);
  const away = citedPage !== null && citedPage !== pageNumber;

  return (
    <div className="flex h-full min-h-0 flex-col">
      <PdfToolbar {...{ pageNumber, pageCount: pdf.numPages, onPage: setPageNumber, zoom, onZoom }}>
        {away && <Button onClick={() => setPageNumber(citedPage)}>Back to page {citedPage}</Button>}
      </PdfToolbar>
      <section
        aria-label="Page"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto bg-sunken p-3 [scrollbar-gutter:stable]"
      >
        <div ref={frame} className="min-h-full">
          {picture ? (
            <PicturePage
              {...{ document, pdf, page: picture, pageNumber, onLocated }}
              width={Math.floor(width * zoom)}
              passage={away ? null : citation}
            />
          ) : (
            <PdfPage
              pdf={pdf}
              pageNumber={pageNumber}
              width={Math.floor(width * zoom)}
              passage={away ? null : citation}
              onLocated={onLocated}
            />
          )}
        </div>
      </section>
    </div>
  );
}
