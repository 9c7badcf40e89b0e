import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import type { DocumentSignature, FileType, ReadEncoding, ReadingWarning } from "@assay/contract";
import { detectFileType } from "@assay/contract/file-type";
import { createTextExtractor } from "./create-text-extractor.ts";
import type { PageReading, SourceFile, TextExtractor, TextSegment } from "./extraction.ts";
import { createOcrEngine } from "./ocr/index.ts";
import type { OcrEngine, PictureToRead, RecognisedPicture } from "./ocr/recognition.ts";

export interface ReadOptions {
  /** OCR languages for pages without text, such as `["eng"]`; without it such a page is IMAGE_ONLY and its segment empty. */
  readonly ocr?: readonly [string, ...string[]];
  /** UTF-16 code units of all segments together at most; 5,000,000 by default. */
  readonly charactersMax?: number;
  /** Of a text file, by its WHATWG name; detected without it. */
  readonly encoding?: string;
  readonly signal?: AbortSignal;
  /** Used and left open, where many files are read; without it each call starts a process and ends it. */
  readonly extractor?: TextExtractor;
}

export interface ReadDocument {
  readonly fileType: FileType;
  /** In reading order, without gaps in `index`. */
  readonly segments: readonly TextSegment[];
  /** Pages, slides, sheets, mail parts and images: what was read of each, and why not. */
  readonly pages: readonly PageReading[];
  readonly warnings: readonly ReadingWarning[];
  /** `null` unless the file is text. */
  readonly encoding: ReadEncoding | null;
  readonly signatures: readonly DocumentSignature[];
}

const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 4 * 1024 * 1024;
const CHARACTERS_MAX = 5_000_000;

/**
 * Reads a file, by its path or as bytes with a name, in a process of its own; files inside it, such as attachments, are not
 * taken out (`walkArchive` does). Throws AssayError UNSUPPORTED_FILE_TYPE where
 * bytes and extension are no supported format, DocumentError (ENCRYPTED_FILE, UNREADABLE_FILE, EXTRACTION_TIMEOUT,
 * EXTRACTION_LIMIT_EXCEEDED) where it cannot be read, TypeError for a ZIP, and the reason of an aborted signal.
 */
export async function readDocument(file: string | File, options: ReadOptions = {}): Promise<ReadDocument> {
  const source = await openSource(file);
  const { ocr, charactersMax = CHARACTERS_MAX, encoding, signal = new AbortController().signal } = options;
  const extractor = options.extractor ?? createTextExtractor();
  const segments: TextSegment[] = [];
  const pages: PageReading[] = [];
  try {
    const summary = await extractor.extract(source, {
      fromSegment: 0,
      charactersMax,
      encoding: encoding ?? null,
      signal,
      onSegment: async (segment) => void segments.push(segment),
      onPage: async (page) => void pages.push(page),
    });
    if (ocr) await readPictures(source, { languages: ocr, pages, segments, signal });
    const { warnings, encoding: taken, signatures } = summary;
    return { fileType: source.fileType, segments, pages, warnings, encoding: taken, signatures };
  } finally {
    if (!options.extractor) await extractor.close();
  }
}

async function openSource(file: string | File): Promise<SourceFile> {
  const blob = typeof file === "string" ? await openAsBlob(file) : file;
  const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer());
  const fileType = detectFileType({
    filename: typeof file === "string" ? basename(file) : file.name,
    head: await bytesOf(blob.slice(0, HEAD_BYTES)),
    tail: await bytesOf(blob.slice(Math.max(0, blob.size - TAIL_BYTES))),
    sizeBytes: blob.size,
  });
  return { fileType, sizeBytes: blob.size, open: async () => blob.stream() };
}

interface ToRead {
  readonly languages: readonly [string, ...string[]];
  readonly pages: PageReading[];
  readonly segments: TextSegment[];
  readonly signal: AbortSignal;
}

/** Puts the words of each image into the segment that was sent empty for them. */
async function readPictures(file: SourceFile, { languages, pages, segments, signal }: ToRead): Promise<void> {
  const pictures = pages.flatMap(({ index, pageNumber, picture }): PictureToRead[] =>
    picture ? [{ pageIndex: index, pageNumber, at: picture.at }] : [],
  );
  const ocrEngine: OcrEngine = createOcrEngine({ languages: [...languages] });
  const onPicture = async ({ pageIndex, state, reason, text }: RecognisedPicture) => {
    const page = pages[pageIndex]!;
    const segment = page.picture!.segment;
    segments[segment] = { ...segments[segment]!, text };
    // A page with text of its own stays one.
    pages[pageIndex] = { ...page, state: page.state === "MIXED" ? "MIXED" : state, reason };
  };
  try {
    await ocrEngine.recognise(file, pictures, { signal, onPicture });
  } finally {
    await ocrEngine.close();
  }
}
