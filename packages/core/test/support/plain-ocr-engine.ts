import { UnavailableError } from "@assay/contract";
import type { OcrEngine, PictureToRead, RecognisedPicture } from "@assay/core/ports";

export interface PlainOcrEngine extends OcrEngine {
  /** While it is true no process can be started. */
  isOut: boolean;
  /** The page indexes of each call. */
  readonly calls: (readonly number[])[];
  /** What each call was to look for. */
  readonly asked: (readonly string[])[];
  /** What it finds in an image; undefined: one word for each. */
  read: (picture: PictureToRead, signal: AbortSignal) => Promise<Partial<RecognisedPicture>>;
  /** What it says of an image of which it found that. */
  answer(picture: PictureToRead, found?: Partial<RecognisedPicture>): RecognisedPicture;
}

/** Finds "Words of image <page index>" in each image, unless a test says otherwise. */
export function createPlainOcrEngine(): PlainOcrEngine {
  const ocrEngine: PlainOcrEngine = {
    languages: ["eng"],
    isOut: false,
    calls: [],
    asked: [],
    read: async () => ({}),
    async recognise(_file, pictures, { signal, languages = [], onPicture }) {
      if (ocrEngine.isOut) throw new UnavailableError("recogniser", "Cannot start the process that reads images");
      ocrEngine.calls.push(pictures.map(({ pageIndex }) => pageIndex));
      ocrEngine.asked.push(languages);
      for (const picture of pictures) {
        const found = await abortable(ocrEngine.read(picture, signal), signal);
        await onPicture(ocrEngine.answer(picture, found));
        signal.throwIfAborted();
      }
    },
    answer({ pageIndex, at }, found = {}) {
      const text = `Words of picture ${pageIndex}`;
      const { state = "OCR" } = found;
      const isFound = state === "OCR";
      return {
        pageIndex,
        state,
        reason: null,
        text: isFound ? text : "",
        words: isFound ? wordsOf(found.text ?? text, found.certainty ?? 0.9) : [],
        certainty: isFound ? 0.9 : null,
        picture: { ...at, width: 1000, height: 500, turned: "0", skew: 0 },
        captureFacts: [],
        spentMs: 1000,
        ...found,
      };
    },
    close: async () => {},
  };
  return ocrEngine;
}

function wordsOf(text: string, certainty: number): RecognisedPicture["words"] {
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }, at) => ({
    start: index,
    end: index + word.length,
    box: { x0: at * 100, y0: 10, x1: at * 100 + 90, y1: 30 },
    certainty,
  }));
}

function abortable<T>(act: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([act, promise]).finally(() => signal.removeEventListener("abort", onAbort));
}
