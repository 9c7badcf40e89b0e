import { readFileSync } from "node:fs";
import { formatOfExtension, isContainer, type PageState } from "@assay/contract";
import { splitExtension } from "@assay/contract/file-type";
import type { OcrEngine, PageReading, SourceFile, TextExtractor } from "@assay/core/ports";
import { createTextExtractor } from "@assay/reader";
import type { LabelledFile } from "./page-labels.ts";

export interface JudgedPage {
  readonly page: string;
  readonly isKept: boolean;
  readonly expected: PageState | "none";
  /** What Assay says, or why it refuses the file. */
  readonly found: string;
}

const CHARACTERS_MAX = 5_000_000;
const FILE_LIMIT_MS = 120_000;

interface Labelled {
  readonly file: LabelledFile;
  readonly path: string | URL;
  /** Whether more pages than the labelled ones are expected. */
  readonly isPart?: boolean;
}

/** Compares the states of pages with their labels; an OCR engine reads the images first. */
export async function judgePages(files: readonly Labelled[], ocrEngine?: OcrEngine): Promise<JudgedPage[]> {
  const extractor = createTextExtractor();
  try {
    const judged: JudgedPage[] = [];
    for (const { file, path, isPart = false } of files) {
      const found = await readStates(extractor, ocrEngine, path, isPart ? file.pages.length : undefined);
      const count = Math.max(file.pages.length, found.length);
      for (let at = 0; at < count; at += 1) {
        const label = file.pages[at];
        const expected = label ? (ocrEngine ? label.read : label.unread) : "none";
        judged.push({ page: `${file.name} ${at + 1}`, isKept: file.isKept, expected, found: found[at] ?? "none" });
      }
    }
    return judged;
  } finally {
    await extractor.close();
  }
}

async function readStates(
  extractor: TextExtractor,
  ocrEngine: OcrEngine | undefined,
  path: string | URL,
  first: number | undefined,
): Promise<string[]> {
  const bytes = readFileSync(path);
  const name = typeof path === "string" ? path : path.pathname;
  const format = formatOfExtension(splitExtension(name).extension);
  if (!format || isContainer(format.type)) throw new Error(`Cannot read '${name}': it has no format that is read`);
  const file: SourceFile = {
    fileType: format.type,
    sizeBytes: bytes.length,
    open: async () => new Blob([bytes]).stream(),
  };
  const pages: PageReading[] = [];
  const signal = AbortSignal.timeout(FILE_LIMIT_MS);
  try {
    await extractor.extract(file, {
      ...{ fromSegment: 0, charactersMax: CHARACTERS_MAX, signal, onSegment: async () => {} },
      onPage: async (page) => void pages.push(page),
    });
  } catch (error) {
    if (pages.length < (first ?? 1)) return [error instanceof Error ? error.message : String(error)];
  }
  const states: string[] = pages.slice(0, first).map(({ state }) => state);
  if (ocrEngine) await readPictures(ocrEngine, file, pages, states);
  return states;
}

async function readPictures(
  ocrEngine: OcrEngine,
  file: SourceFile,
  pages: readonly PageReading[],
  states: string[],
): Promise<void> {
  const pictures = pages
    .slice(0, states.length)
    .flatMap(({ pageNumber, picture }, pageIndex) => (picture ? [{ pageIndex, pageNumber, at: picture.at }] : []));
  await ocrEngine.recognise(file, pictures, {
    signal: AbortSignal.timeout(FILE_LIMIT_MS * pictures.length + 1),
    async onPicture({ pageIndex, state }) {
      if (states[pageIndex] !== "MIXED") states[pageIndex] = state;
    },
  });
}
