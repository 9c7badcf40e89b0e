import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { type RefObject, useEffect, useState } from "react";
import { drawPicture, layText, type PageText, scaleText } from "./draw-page.ts";

export interface DrawnPage {
  /** `null` until it is laid out; it stays the same at every width. */
  readonly text: PageText | null;
  /** Whether image and text are there, at the present width. */
  readonly drawn: boolean;
  readonly failed: boolean;
}

/** Draws a page into its elements: the image again for each width, the text once. */
export function useDrawnPage(
  pdf: PDFDocumentProxy,
  pageNumber: number,
  width: number,
  { canvas, layer }: { canvas: RefObject<HTMLCanvasElement | null>; layer: RefObject<HTMLElement | null> },
): DrawnPage {
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [drawnWidth, setDrawnWidth] = useState(0);
  const [text, setText] = useState<PageText | null>(null);
  const [failed, setFailed] = useState(false);
  const isKnown = page !== null && width > 0;

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
    setDrawnWidth(0);
    if (!page || !canvas.current || !layer.current || width === 0) return;
    scaleText(page, width, layer.current);
    const drawing = drawPicture(page, width, canvas.current);
    drawing.done.then(
      (done) => done && setDrawnWidth(width),
      () => setFailed(true),
    );
    return () => drawing.cancel();
  }, [page, width, canvas, layer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is scaled, not laid out again, for another width
  useEffect(() => {
    setText(null);
    if (!isKnown || !layer.current) return;
    const laying = layText(page, width, layer.current);
    laying.done.then(
      (done) => done && setText(done),
      () => setFailed(true),
    );
    return () => laying.cancel();
  }, [page, isKnown, layer]);

  return { text, drawn: text !== null && drawnWidth === width && width > 0, failed };
}
