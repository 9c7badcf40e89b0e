import { type PDFPageProxy, RenderingCancelledException, TextLayer } from "pdfjs-dist";
import type { PageRun } from "./locate-on-page.ts";

/** The text of a page as elements above its picture: the runs, and for each the element that holds it. */
export interface PageText {
  readonly runs: readonly PageRun[];
  readonly elements: readonly HTMLElement[];
}

export interface Drawing<T> {
  /** `null` when it was cancelled. */
  readonly done: Promise<T | null>;
  cancel(): void;
}

/** More pixels than this make phones give up a canvas; beyond it the page is drawn less sharp. */
const CANVAS_PIXELS_MAX = 2 ** 24;

const viewportOf = (page: PDFPageProxy, width: number) =>
  page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });

/** Draws a page so wide, in CSS pixels. */
export function drawPicture(page: PDFPageProxy, width: number, canvas: HTMLCanvasElement): Drawing<true> {
  const viewport = viewportOf(page, width);
  const pixels = Math.min(devicePixelRatio, Math.sqrt(CANVAS_PIXELS_MAX / (viewport.width * viewport.height)));
  canvas.width = Math.floor(viewport.width * pixels);
  canvas.height = Math.floor(viewport.height * pixels);
  canvas.style.width = `${viewport.width}px`;
  canvas.style.height = `${viewport.height}px`;
  const picture = page.render({ canvas, viewport, transform: [pixels, 0, 0, pixels, 0, 0] });
  const done = picture.promise.then(
    () => true as const,
    (error: unknown) => {
      if (error instanceof RenderingCancelledException) return null;
      throw error;
    },
  );
  return { done, cancel: () => picture.cancel() };
}

/** Lays a page's text out once; `scaleText` makes it as wide as the image, whatever is marked in it. */
export function layText(page: PDFPageProxy, width: number, container: HTMLElement): Drawing<PageText> {
  let layer: TextLayer | undefined;
  let cancelled = false;
  container.replaceChildren();
  async function lay(): Promise<PageText | null> {
    const content = await page.getTextContent();
    if (cancelled) return null;
    layer = new TextLayer({ textContentSource: content, container, viewport: viewportOf(page, width) });
    await layer.render();
    return { runs: content.items.filter((item) => "str" in item), elements: layer.textDivs };
  }
  return {
    done: lay().catch((error: unknown) => {
      if (cancelled) return null;
      throw error;
    }),
    cancel() {
      cancelled = true;
      layer?.cancel();
    },
  };
}

/** All of the text follows from this one number: where each run is, how large it is, and what is marked in it. */
export function scaleText(page: PDFPageProxy, width: number, container: HTMLElement): void {
  const scale = width / page.getViewport({ scale: 1 }).width;
  container.style.setProperty("--total-scale-factor", String(scale * page.userUnit));
}
