import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { HighlightBoxes } from "./highlight-boxes.tsx";
import { locateOnPage } from "./locate-on-page.ts";
import type { LocatedCitation } from "./located-citation.ts";
import { type Box, measureRanges } from "./measure-ranges.ts";
import { useDrawnPage } from "./use-drawn-page.ts";

export interface PdfPageProps {
  pdf: PDFDocumentProxy;
  pageNumber: number;
  /** In CSS pixels. */
  width: number;
  /** What to mark; `null` where this is not the page that it stands on. */
  passage: LocatedCitation | null;
  /** Told whether the passage was found, once the page is drawn. */
  onLocated: (key: string, found: boolean) => void;
}

const NO_BOXES: readonly Box[] = [];

/** One page: its picture, its text above it for reading and copying, and the boxes of what is cited. */
export function PdfPage({ pdf, pageNumber, width, passage, onLocated }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const { drawn, failed } = useDrawnPage(pdf, pageNumber, width, { canvas, text });
  const [boxes, setBoxes] = useState(NO_BOXES);

  useEffect(() => {
    setBoxes(NO_BOXES);
    if (!drawn || !passage || !frame.current) return;
    const ranges = locateOnPage(drawn.runs, passage.quote, passage.occurrence);
    if (ranges) setBoxes(measureRanges(ranges, drawn.elements, frame.current));
    onLocated(passage.key, ranges !== undefined);
  }, [drawn, passage, onLocated]);

  if (failed)
    return (
      <p role="alert" className="p-6 text-center text-sm text-muted">
        Page {pageNumber} cannot be shown: the file is damaged here. Download it to look with another program.
      </p>
    );
  return (
    <div
      ref={frame}
      data-page={pageNumber}
      data-drawn={drawn !== null}
      className="pdf-page relative mx-auto w-fit bg-white shadow-raised"
    >
      <canvas ref={canvas} role="img" aria-label={`Page ${pageNumber}`} className="block" />
      <HighlightBoxes boxes={boxes} />
      <div ref={text} className="pdf-text" />
    </div>
  );
}
