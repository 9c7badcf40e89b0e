import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { BASE } from "../app/location.ts";

/** What the site serves of pdf.js beside its code: fonts and character maps that a file may only name. */
const ASSETS = `${BASE}/pdfjs`;
/** A larger image is left out of the page: decoding it would take the tab with it. */
const IMAGE_PIXELS_MAX = 2 ** 26;

/** Reads a PDF in a worker of the site's own, without WebAssembly, which its security policy does not allow. */
export function openPdf(data: ArrayBuffer): PDFDocumentLoadingTask {
  GlobalWorkerOptions.workerSrc = workerUrl;
  return getDocument({
    data,
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
