import type { OcrEngine, RecognisedPicture } from "@assay/core/ports";
import { createOcrEngine } from "@assay/reader/ocr";
import type { PictureCase } from "../../sets/pictures/index.ts";
import { type Compared, compareWords } from "./compare-words.ts";
import { renderPictures } from "./render-pictures.ts";

export interface MeasuredPicture extends Compared {
  readonly picture: PictureCase;
  readonly ms: number;
}

/** Renders each case, reads it and compares. */
export async function* readRendered(cases: readonly PictureCase[]): AsyncGenerator<MeasuredPicture> {
  const ocrEngine = createOcrEngine();
  try {
    for await (const [picture, { bytes, words }] of renderPictures(cases)) {
      const started = performance.now();
      const read = await readOne(ocrEngine, picture.format, bytes);
      yield { picture, ms: performance.now() - started, ...compareWords(words, read) };
    }
  } finally {
    await ocrEngine.close();
  }
}

/** Reads an image that is a file of its own. */
export async function readOne(ocrEngine: OcrEngine, fileType: PictureCase["format"], bytes: Uint8Array) {
  const file = { fileType, sizeBytes: bytes.length, open: async () => new Blob([bytes as BlobPart]).stream() };
  const { promise, resolve } = Promise.withResolvers<RecognisedPicture>();
  await ocrEngine.recognise(file, [{ pageIndex: 0, pageNumber: null, at: { kind: "FILE", frame: 0 } }], {
    signal: new AbortController().signal,
    onPicture: async (read) => resolve(read),
  });
  return promise;
}
