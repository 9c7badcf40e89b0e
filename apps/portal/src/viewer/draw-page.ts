import { type PDFPageProxy, RenderingCancelledException, TextLayer } from "pdfjs-dist";
import type { PageRun } from "./locate-on-page.ts";

/** The text of a drawn page: the runs, and for each the element that holds it. */
export interface DrawnText {
  readonly runs: readonly PageRun[];
  readonly elements: readonly HTMLElement[];
}

export interface Drawing {
  /** `null` when it was cancelled. */
  readonly done: Promise<DrawnText | null>;
  cancel(): void;
}

/** More pixels than this make phones give up a canvas; beyond it the page is drawn less sharp. */
const CANVAS_PIXELS_MAX = 2 ** 24;

/** Draws a page so wide, in CSS pixels: its picture, and its text as elements above it. */
export function drawPage(
  page: PDFPageProxy,
  width: number,
  { canvas, text }: { canvas: HTMLCanvasElement; text: HTMLElement },
): Drawing {
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const pixels = Math.min(devicePixelRatio, Math.sqrt(CANVAS_PIXELS_MAX / (viewport.width * viewport.height)));
  canvas.width = Math.floor(viewport.width * pixels);
  canvas.height = Math.floor(viewport.height * pixels);
  canvas.style.width = `${viewport.width}px`;
  canvas.style.height = `${viewport.height}px`;
  const picture = page.render({ canvas, viewport, transform: [pixels, 0, 0, pixels, 0, 0] });
  let cancelled = false;

  async function drawText(): Promise<DrawnText | null> {
    const content = await page.getTextContent();
    if (cancelled) return null;
    text.replaceChildren();
    text.style.setProperty("--total-scale-factor", String(scale * page.userUnit));
    const layer = new TextLayer({ textContentSource: content, container: text, viewport });
    await layer.render();
    return { runs: content.items.filter((item) => "str" in item), elements: layer.textDivs };
  }

  return {
    done: Promise.all([drawText(), picture.promise]).then(
      ([drawn]) => (cancelled ? null : drawn),
      (error: unknown) => {
        if (cancelled || error instanceof RenderingCancelledException) return null;
        throw error;
      },
    ),
    cancel() {
      cancelled = true;
      picture.cancel();
    },
  };
}
