import { createCanvas } from "@napi-rs/canvas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ExtractionFailure } from "../src/child/extraction-failure.ts";
import type { PageReading, TextSegment } from "../src/extraction.ts";
import { type ImageType, readFrames } from "../src/formats/read-frames.ts";
import { sourceFile, testExtractor } from "./extract-all.ts";
import { makeTiff } from "./make-tiff.ts";

const canvas = createCanvas(320, 200);
const PNG = canvas.toBuffer("image/png");
const FILES: Record<ImageType, Uint8Array> = {
  png: PNG,
  jpg: canvas.toBuffer("image/jpeg"),
  webp: canvas.toBuffer("image/webp"),
  tiff: makeTiff([{ width: 320, height: 200 }]),
};
const TYPES = Object.keys(FILES) as ImageType[];

async function read(type: ImageType, bytes: Uint8Array) {
  const segments: TextSegment[] = [];
  const pages: PageReading[] = [];
  const summary = await testExtractor().extract(sourceFile(type, bytes), {
    fromSegment: 0,
    charactersMax: 1000,
    signal: new AbortController().signal,
    onSegment: async (segment) => void segments.push(segment),
    onPage: async (page) => void pages.push(page),
  });
  return { summary, segments, pages };
}

/** A PNG whose header says it has so many pixels. */
function pngOf(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(PNG);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

test.each(TYPES)("a %s is one page that waits for its words, with an empty segment for them", async (type) => {
  expect(readFrames(type, FILES[type])).toEqual([{ width: 320, height: 200 }]);
  const { segments, pages, summary } = await read(type, FILES[type]);
  expect(segments.map(({ text }) => text)).toEqual([""]);
  expect(pages).toMatchObject([
    { state: "IMAGE_ONLY", label: null, picture: { segment: 0, at: { kind: "FILE", frame: 0 } } },
  ]);
  expect(summary).toMatchObject({ pages: 1, pagesWithText: 0 });
});

test("each image of a TIFF is a page, and one that is too large is said to be", async () => {
  const sizes = [
    { width: 10, height: 10 },
    { width: 30_001, height: 2 },
    { width: 20, height: 10 },
  ];
  const { pages } = await read("tiff", makeTiff(sizes));
  expect(pages).toMatchObject([
    { label: "Picture 1", state: "IMAGE_ONLY", picture: { segment: 0, at: { frame: 0 } } },
    { label: "Picture 2", state: "UNREADABLE", reason: expect.stringContaining("30001 × 2"), picture: null },
    { label: "Picture 3", state: "IMAGE_ONLY", picture: { segment: 2, at: { frame: 2 } } },
  ]);
});

test.each([
  ["of too many pixels", "png", pngOf(10_000, 5001)],
  ["too long on one side", "png", pngOf(30_001, 1)],
  ["of more than 500 pictures", "tiff", makeTiff(Array.from({ length: 501 }, () => ({ width: 1, height: 1 })))],
] as const)("a picture %s is EXTRACTION_LIMIT_EXCEEDED by its header alone", async (_, type, bytes) => {
  await expect(read(type, bytes)).rejects.toMatchObject({ code: "EXTRACTION_LIMIT_EXCEEDED" });
});

test.each([
  ["without size", "png", pngOf(0, 10)],
  ["cut in its header", "png", PNG.subarray(0, 18)],
  ["that ends before its frame", "jpg", FILES.jpg.subarray(0, 20)],
  ["whose pictures go round in a circle", "tiff", makeTiff([{ width: 1, height: 1 }], { circular: true })],
  ["that is a BigTIFF", "tiff", Buffer.from("II+\0\x08\0\0\0\x10\0\0\0", "latin1")],
] as const)("a picture %s is UNREADABLE_FILE", async (_, type, bytes) => {
  await expect(read(type, bytes)).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
});

test("whatever the bytes are, a header is read or refused with a code", () => {
  const damaged = fc
    .constantFrom(...TYPES)
    .chain((type) =>
      fc.tuple(
        fc.constant(type),
        fc.array(fc.tuple(fc.nat(FILES[type].length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(FILES[type].length),
      ),
    );
  fc.assert(
    fc.property(damaged, ([type, changes, length]) => {
      const bytes = new Uint8Array(FILES[type]);
      for (const [at, value] of changes) bytes[at] = value;
      try {
        for (const { width, height } of readFrames(type, bytes.subarray(0, length)))
          expect(width * height).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(ExtractionFailure);
      }
    }),
    { numRuns: 3000 },
  );
});
