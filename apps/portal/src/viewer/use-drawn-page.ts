import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { type RefObject, useEffect, useState } from "react";
import { type DrawnText, drawPage } from "./draw-page.ts";

/** Draws a page into its elements, again for each width. `drawn` is null until both picture and text are there. */
export function useDrawnPage(
  pdf: PDFDocumentProxy,
  pageNumber: number,
  width: number,
  { canvas, text }: { canvas: RefObject<HTMLCanvasElement | null>; text: RefObject<HTMLElement | null> },
): { drawn: DrawnText | null; failed: boolean } {
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [drawn, setDrawn] = useState<DrawnText | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let left = false;
    setPage(null);
    setFailed(false);
    pdf.getPage(pageNumber).then(
      (loaded) => !left && setPage(loaded),
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [pdf, pageNumber]);

  useEffect(() => {
    setDrawn(null);
    if (!page || !canvas.current || !text.current || width === 0) return;
    const drawing = drawPage(page, width, { canvas: canvas.current, text: text.current });
    drawing.done.then(
      (done) => done && setDrawn(done),
      () => setFailed(true),
    );
    return () => drawing.cancel();
  }, [page, width, canvas, text]);

  return { drawn, failed };
}
