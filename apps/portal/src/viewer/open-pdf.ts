import { BASE } from "@assay/site/location";
import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { RangedFile } from "./ranged-file.ts";

/** What the site serves of pdf.js next to its code: fonts and character maps that a file may only name. */
const ASSETS = `${BASE}/pdfjs`;
/** A larger image is omitted of the page: decoding it would take the tab with it. */
const IMAGE_PIXELS_MAX = 2 ** 26;

/** One request for what pdf.js asks for: large enough that a page takes few. */
const RANGE_BYTES = 2 ** 18;

/**
 * Reads a PDF in a worker of the site's own, without WebAssembly, which its security policy does not allow. Of a
 * `RangedFile` only what a page needs is read.
 */
export function openPdf(file: Uint8Array<ArrayBuffer> | RangedFile): PDFDocumentLoadingTask {
  GlobalWorkerOptions.workerSrc = workerUrl;
  return getDocument({
    ...(file instanceof RangedFile
      ? { range: file, rangeChunkSize: RANGE_BYTES, disableStream: true, disableAutoFetch: true }
      : { data: file }),
    cMapUrl: `${ASSETS}/cmaps/`,
    standardFontDataUrl: `${ASSETS}/standard_fonts/`,
    wasmUrl: `${ASSETS}/wasm/`,
    useWasm: false,
    maxImageSize: IMAGE_PIXELS_MAX,
    useSystemFonts: false,
    enableXfa: false,
    verbosity: 0,
  });
}
