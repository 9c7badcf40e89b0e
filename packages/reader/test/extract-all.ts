import type { FileType, ReadingWarning } from "@assay/contract";
import { afterAll, expect, onTestFinished } from "vitest";
import type {
  ArchiveMember,
  ExtractionSummary,
  PageReading,
  SourceFile,
  TextExtractor,
  TextSegment,
} from "../src/extraction.ts";
import { createTextExtractor, type TextExtractorSettings } from "../src/index.ts";

export const LIMITS = { depthMax: 5, filesMax: 1000, bytesMax: 500 * 1024 * 1024 };

export function sourceFile(fileType: FileType, content: Uint8Array | string): SourceFile {
  const bytes = Buffer.from(content as string);
  return { fileType, sizeBytes: bytes.length, open: async () => new Blob([bytes]).stream() };
}

let shared: TextExtractor | null = null;
afterAll(async () => {
  await shared?.close();
  shared = null;
});

/** One with `settings` ends with its test; the one without is shared by the tests of a file, processes and all. */
export function testExtractor(settings?: TextExtractorSettings): TextExtractor {
  if (!settings) {
    shared ??= createTextExtractor();
    return shared;
  }
  const extractor = createTextExtractor(settings);
  onTestFinished(() => extractor.close());
  return extractor;
}

export interface Extracted {
  readonly segments: TextSegment[];
  readonly readings: PageReading[];
  readonly pages: number;
  readonly pagesWithText: number;
  readonly warnings: readonly ReadingWarning[];
  readonly encoding: ExtractionSummary["encoding"];
}

export async function extractAll(
  extractor: TextExtractor,
  file: SourceFile,
  {
    fromSegment = 0,
    wholePages = { pages: 0, segments: 0 },
    charactersMax = 5_000_000,
    encoding = null as string | null,
    signal = new AbortController().signal,
  } = {},
): Promise<Extracted> {
  const segments: TextSegment[] = [];
  const onSegment = async (segment: TextSegment) => void segments.push(segment);
  const readings: PageReading[] = [];
  const onPage = async (page: PageReading) => void readings.push(page);
  const options = { fromSegment, wholePages, charactersMax, encoding, signal, onSegment, onPage };
  return { segments, readings, ...(await extractor.extract(file, options)) };
}

/** `location: text` of each segment, which is what most tests are about. */
export async function extractText(fileType: FileType, content: Uint8Array | string): Promise<string[]> {
  const { segments } = await extractAll(testExtractor(), sourceFile(fileType, content));
  return segments.map(({ location, text }) => (location === null ? text : `[${location}] ${text}`));
}

/** What holds of the segments of any file. */
export function checkSegments(segments: readonly TextSegment[]): void {
  for (const [index, segment] of segments.entries()) {
    expect(segment.index).toBe(index);
    expect(segment.text.isWellFormed()).toBe(true);
    expect(segment.text).not.toContain("\0");
    for (const ranges of [segment.hidden, segment.struck]) {
      let end = 0;
      for (const [from, to] of ranges) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(segment.text.length);
    }
  }
}

export function hiddenTexts(segments: readonly TextSegment[]): string[] {
  return segments.flatMap(({ text, hidden }) => hidden.map(([start, end]) => text.slice(start, end)));
}

export function struckTexts(segments: readonly TextSegment[]): string[] {
  return segments.flatMap(({ text, struck }) => struck.map(([start, end]) => text.slice(start, end)));
}

/** `name: what became of it`, inner archives included. */
export function describeTree(members: readonly ArchiveMember[], folder = ""): string[] {
  return members.flatMap((member) => {
    const name = folder + member.name;
    if (member.kind === "skipped") return [`${name}: ${member.reason}`];
    const inner = member.archive ? describeTree(member.archive.members, `${name}/`) : [];
    return [`${name}: ${member.fileType}${member.mismatch ? " mismatch" : ""}`, ...inner];
  });
}
