import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { definePDFJSModule, getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { lookInsidePdfJs } from "./look-inside-pdfjs.ts";

export type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPage = Awaited<ReturnType<Pdf["getPage"]>>;

const RESOURCES = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const FOLDERS: Record<string, string> = { cMapUrl: "cmaps", standardFontDataUrl: "standard_fonts", wasmUrl: "wasm" };

/** A page of paper at 600 dots per inch. */
const IMAGE_PIXELS_MAX = 36_000_000;

/** Without its character maps from disk, pdf.js drops Chinese, Japanese and Korean text silently. */
class DiskResources {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    return new Uint8Array(await readFile(join(RESOURCES, FOLDERS[kind] ?? "cmaps", filename)));
  }
}

let chosen: Promise<void> | undefined;
let inside: Promise<boolean> | undefined;

/**
 * The installed pdf.js in place of the build that unpdf brings: the portal marks quotes with the same version, and
 * security fixes need not wait for unpdf.
 */
function choosePdfJs(): Promise<void> {
  chosen ??= definePDFJSModule(() => import("pdfjs-dist/legacy/build/pdf.mjs"));
  return chosen;
}

/** Whether pdf.js tells what it comes across while it reads text. */
export async function canWatchReading(): Promise<boolean> {
  await choosePdfJs();
  inside ??= lookInsidePdfJs().catch(() => false);
  return inside;
}

/** Detaches `bytes`. Throws ExtractionFailure ENCRYPTED_FILE or UNREADABLE_FILE. */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const options = {
    BinaryDataFactory: DiskResources,
    cMapUrl: "cmaps/",
    cMapPacked: true,
    standardFontDataUrl: "standard_fonts/",
    wasmUrl: "wasm/",
    useWorkerFetch: false,
    useSystemFonts: false,
    enableXfa: true,
    verbosity: 0,
    // Larger images are not decoded: only the drawing around them is of interest.
    maxImageSize: IMAGE_PIXELS_MAX,
  };
  await canWatchReading();
  try {
    return await getDocumentProxy(bytes, options);
  } catch (error) {
    const { name, message } = error as Error;
    if (name === "PasswordException" || /encrypt|password/i.test(message)) {
      throw new ExtractionFailure("ENCRYPTED_FILE", "Cannot read the file because it is protected by a password");
    }
    throw error;
  }
}

/** The codes that an operator list speaks in, by name. */
export async function loadOperators(): Promise<Record<string, number>> {
  await choosePdfJs();
  return (await getResolvedPDFJS()).OPS;
}
