import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { PictureFailure } from "./picture-failure.ts";

const RESOURCES = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const POINTS_PER_INCH = 72;
const DOTS_PER_INCH = 300;
const PIXELS_MAX = 10_000_000;
const SIDE_MAX = 8000;
const IMAGE_PIXELS_MAX = 50_000_000;

let opened: { readonly path: string; readonly pdf: Promise<PDFDocumentProxy> } | undefined;

/** Draws a page as a reader shows it, at 300 dots an inch or as large as the limits allow. */
export async function drawPdfPage(path: string, pageNumber: number): Promise<Canvas> {
  const pdf = await openFile(path);
  const page = await pdf.getPage(pageNumber);
  try {
    const { width, height } = page.getViewport({ scale: 1 });
    if (!(width > 0 && height > 0)) throw new PictureFailure("The picture cannot be read because its page has no size");
    const scale = Math.min(
      DOTS_PER_INCH / POINTS_PER_INCH,
      Math.sqrt(PIXELS_MAX / (width * height)),
      SIDE_MAX / Math.max(width, height),
    );
    const viewport = page.getViewport({ scale });
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
    await page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, background: "#fff" }).promise;
    if (isBlank(canvas) && (await leavesOut(page, path)))
      throw new PictureFailure(
        `The picture cannot be read because it is damaged or has more than ${IMAGE_PIXELS_MAX / 1_000_000} million pixels`,
      );
    return canvas;
  } finally {
    page.cleanup();
  }
}

const ROWS_AT_ONCE = 256;

function isBlank(canvas: Canvas): boolean {
  const context = canvas.getContext("2d");
  for (let row = 0; row < canvas.height; row += ROWS_AT_ONCE) {
    const { data } = context.getImageData(0, row, canvas.width, Math.min(ROWS_AT_ONCE, canvas.height - row));
    if (data.some((value) => value !== 255)) return false;
  }
  return true;
}

/** What cannot be drawn is omitted without a word; a strict reader stops at it. */
async function leavesOut(page: PDFPageProxy, path: string): Promise<boolean> {
  const drawn = await page.getOperatorList();
  const pdf = await parse(path, { stopAtErrors: true });
  try {
    const strict = await (await pdf.getPage(page.pageNumber)).getOperatorList();
    return strict.fnArray.length < drawn.fnArray.length;
  } catch {
    return true;
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** The pages of one file are read one after the other: it is parsed once. */
function openFile(path: string): Promise<PDFDocumentProxy> {
  if (opened?.path !== path) opened = { path, pdf: parse(path) };
  return opened.pdf;
}

async function parse(path: string, { stopAtErrors = false } = {}): Promise<PDFDocumentProxy> {
  const folder = (name: string) => `${join(RESOURCES, name)}/`;
  return getDocument({
    data: new Uint8Array(await readFile(path)),
    cMapUrl: folder("cmaps"),
    cMapPacked: true,
    standardFontDataUrl: folder("standard_fonts"),
    wasmUrl: folder("wasm"),
    useSystemFonts: false,
    enableXfa: false,
    verbosity: 0,
    maxImageSize: IMAGE_PIXELS_MAX,
    stopAtErrors,
  }).promise;
}
