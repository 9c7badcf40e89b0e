import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef } from "react";
import { locateOnPage } from "./locate-on-page.ts";
import type { LocatedCitation } from "./located-citation.ts";
import { markRanges } from "./mark-ranges.ts";
import { useDrawnPage } from "./use-drawn-page.ts";

export interface PdfPageProps {
  pdf: PDFDocumentProxy;
  pageNumber: number;
  /** In CSS pixels. */
  width: number;
  /** What to mark; `null` where this is not the page that it is on. */
  passage: LocatedCitation | null;
  /** Told whether the passage was found, once the page's text is there. */
  onLocated: (key: string, found: boolean) => void;
}

/** One page: its image, and above it its text for reading and copying, in which what is cited is marked. */
export function PdfPage({ pdf, pageNumber, width, passage, onLocated }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const { text, drawn, failed } = useDrawnPage(pdf, pageNumber, width, { canvas, layer });

  useEffect(() => {
    if (!text || !passage) return;
    const ranges = locateOnPage(text.runs, passage.quote, passage.occurrence);
    onLocated(passage.key, ranges !== undefined);
    const { marks, unmark } = markRanges(ranges ?? [], text.elements);
    marks[0]?.scrollIntoView({ block: "center", inline: "nearest" });
    return unmark;
  }, [text, passage, onLocated]);

  // At another size it would stand elsewhere.
  useEffect(() => {
    if (drawn) layer.current?.querySelector(".pdf-cited")?.scrollIntoView({ block: "center", inline: "nearest" });
  }, [drawn]);

  if (failed)
    return (
      <p role="alert" className="p-6 text-center text-sm text-muted">
        Page {pageNumber} cannot be shown: the file is damaged here. Download it and open it in another program.
      </p>
    );
  return (
    <div data-page={pageNumber} data-drawn={drawn} className="pdf-page relative mx-auto w-fit bg-white shadow-raised">
      <canvas ref={canvas} role="img" aria-label={`Page ${pageNumber}`} className="block" />
      <div ref={layer} className="pdf-text" />
    </div>
  );
}
