import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
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
    return canvas;
  } finally {
    page.cleanup();
  }
}

/** The pages of one file are read one after the other: it is parsed once. */
function openFile(path: string): Promise<PDFDocumentProxy> {
  if (opened?.path !== path) opened = { path, pdf: parse(path) };
  return opened.pdf;
}

async function parse(path: string): Promise<PDFDocumentProxy> {
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
  }).promise;
}
