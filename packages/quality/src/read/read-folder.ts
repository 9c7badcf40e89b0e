import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { formatOfExtension, isContainer } from "@assay/contract";
import { splitExtension } from "@assay/contract/file-type";
import type { TextSegment } from "@assay/core/ports";
import { createTextExtractor } from "@assay/reader";
import { fillPlaces } from "./fill-places.ts";

export interface ReadDocument {
  /** Its path below the folder. */
  readonly title: string;
  readonly segments: readonly Pick<TextSegment, "text" | "location" | "context" | "pageNumber">[];
}

interface ReadFolder {
  readonly documents: readonly ReadDocument[];
  /** Files of a known format that could not be read, with the reason. */
  readonly failed: readonly { readonly title: string; readonly reason: string }[];
}

const CHARACTERS_MAX = 5_000_000;
const FILE_LIMIT_MS = 120_000;

/** Reads all documents below a folder as an upload is read; `name` is put in the open places of templates. */
export async function readFolder(
  folder: string,
  { name }: { readonly name?: string | undefined },
): Promise<ReadFolder> {
  const extractor = createTextExtractor();
  const documents: ReadDocument[] = [];
  const failed: { title: string; reason: string }[] = [];
  try {
    for (const path of listFiles(folder)) {
      const title = relative(folder, path);
      const format = formatOfExtension(splitExtension(path).extension);
      if (!format || isContainer(format.type)) continue;
      const bytes = readFileSync(path);
      const segments: TextSegment[] = [];
      try {
        await extractor.extract(
          { fileType: format.type, sizeBytes: bytes.length, open: async () => new Blob([bytes]).stream() },
          {
            fromSegment: 0,
            charactersMax: CHARACTERS_MAX,
            signal: AbortSignal.timeout(FILE_LIMIT_MS),
            async onSegment(segment) {
              segments.push(name === undefined ? segment : { ...segment, text: fillPlaces(segment.text, name) });
            },
          },
        );
        documents.push({ title, segments });
      } catch (error) {
        failed.push({ title, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    await extractor.close();
  }
  return { documents, failed };
}

/** Every file below a folder, by its path. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
