import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { formatOfExtension, isContainer } from "@assay/contract";
import { splitExtension } from "@assay/contract/file-type";
import { splitIntoChunks } from "@assay/core/documents";
import type { TextSegment } from "@assay/core/ports";
import { createTextExtractor } from "@assay/reader";
import { listFiles } from "../read/read-folder.ts";
import { evaluateCut } from "./evaluate-cut.ts";

export interface ChunkFigures {
  readonly format: string;
  files: number;
  chunks: number;
  /** Chunks that do not end their segment. */
  cuts: number;
  cutsInSentence: number;
  /** Shorter than SHORT, in documents of more than one chunk. */
  short: number;
  /** Of them those that are all that a page, a slide or a sheet holds. */
  shortPages: number;
  /** Later pieces of tables, and those of them that carry headings. */
  withContext: number;
}

export const SHORT = 40;
const CHARACTERS_MAX = 5_000_000;
const FILE_LIMIT_MS = 120_000;

export interface Example {
  readonly title: string;
  readonly text: string;
}

/** The chunks of all documents below a folder, by format; `half` takes one half of the files, by the hash of their names. */
export async function measureChunks(
  folder: string,
  { half }: { readonly half: "both" | "first" | "second" },
): Promise<{ figures: ChunkFigures[]; cuts: Example[]; short: Example[] }> {
  const extractor = createTextExtractor();
  const byFormat = new Map<string, ChunkFigures>();
  const cuts: Example[] = [];
  const short: Example[] = [];
  try {
    for (const path of listFiles(folder)) {
      const title = relative(folder, path);
      const format = formatOfExtension(splitExtension(path).extension)?.type;
      if (!format || isContainer(format) || (half !== "both" && halfOf(title) !== half)) continue;
      const bytes = readFileSync(path);
      const segments: TextSegment[] = [];
      try {
        await extractor.extract(
          { fileType: format, sizeBytes: bytes.length, open: async () => new Blob([bytes]).stream() },
          {
            fromSegment: 0,
            charactersMax: CHARACTERS_MAX,
            signal: AbortSignal.timeout(FILE_LIMIT_MS),
            onSegment: async (segment) => void segments.push(segment),
          },
        );
      } catch {
        continue;
      }
      const figures = byFormat.get(format) ?? emptyFigures(format);
      byFormat.set(format, figures);
      count(segments, figures, {
        cut: (text) => void cuts.push({ title, text }),
        short: (text) => void short.push({ title, text }),
      });
    }
  } finally {
    await extractor.close();
  }
  return { figures: [...byFormat.values()].sort((a, b) => (a.format < b.format ? -1 : 1)), cuts, short };
}

function emptyFigures(format: string): ChunkFigures {
  return { format, files: 0, chunks: 0, cuts: 0, cutsInSentence: 0, short: 0, shortPages: 0, withContext: 0 };
}

function count(
  segments: readonly TextSegment[],
  figures: ChunkFigures,
  found: { cut(text: string): void; short(text: string): void },
): void {
  figures.files += 1;
  const chunks = segments.flatMap(({ text, ...segment }) =>
    splitIntoChunks(text).map((range) => ({ ...segment, ...range, text })),
  );
  for (const { text, start, end, context, pageNumber, location } of chunks) {
    figures.chunks += 1;
    if (context !== null) figures.withContext += 1;
    const kind = evaluateCut(text, end);
    if (kind !== "end of segment") figures.cuts += 1;
    if (kind === "in a sentence") {
      figures.cutsInSentence += 1;
      found.cut(`${text.slice(Math.max(start, end - 60), end)}⟂${text.slice(end, end + 40)}`);
    }
    if (end - start >= SHORT || chunks.length === 1) continue;
    figures.short += 1;
    if (pageNumber !== null || /^Slide \d|!|^Rows? \d/.test(location ?? "")) figures.shortPages += 1;
    else found.short(`[${location}] ${text.slice(start, end)}`);
  }
}

function halfOf(title: string): "first" | "second" {
  return createHash("sha256").update(`chunks ${title}`).digest()[0]! % 2 === 0 ? "first" : "second";
}
