import type { Attempt } from "../../jobs/stage.ts";
import type { OcrEngine, RecognisedPicture } from "../../ports/ocr-engine.ts";
import type { SourceFile } from "../../ports/text-extractor.ts";
import type { DocumentSettings } from "../document-settings.ts";
import { savePicture } from "./save-picture.ts";
import type { WaitingPage } from "./waiting-pages.ts";

const PAUSED = Symbol("paused");
const OVERDUE = Symbol("overdue");

interface Pictures {
  readonly file: SourceFile;
  readonly pages: readonly WaitingPage[];
  readonly languages: readonly string[];
  readonly characters: number;
}

/**
 * Reads images for one attempt and stores each by a checkpoint, so that a crash costs at most one. A page that the
 * OCR engine itself does not end is given up, so that it cannot hold the others.
 */
export async function readPictures(
  { ocrEngine, settings }: { ocrEngine: OcrEngine; settings: DocumentSettings },
  attempt: Attempt,
  { file, pages, languages, characters }: Pictures,
): Promise<void> {
  const { attemptMs, textLengthMax, recognition } = settings;
  const begunAt = performance.now();
  let length = characters;
  let next = 0;
  const end = new AbortController();
  const watch = () => setTimeout(() => end.abort(OVERDUE), recognition.overdueMs);
  let timer = watch();

  const save = (picture: RecognisedPicture) => {
    const page = pages[next];
    if (page?.pageIndex !== picture.pageIndex)
      throw new Error(
        `Cannot store picture ${picture.pageIndex} because the next one is ${page?.pageIndex ?? "none: all were read"}`,
      );
    next += 1;
    const fits = length + picture.text.length <= textLengthMax;
    if (fits) length += picture.text.length;
    const kept = fits ? picture : unread(picture, `The text of a document is at most ${textLengthMax} characters`);
    return attempt.checkpoint((tx) => savePicture(tx, attempt.job, page, kept));
  };
  const onPicture = async (picture: RecognisedPicture) => {
    end.signal.throwIfAborted();
    clearTimeout(timer);
    try {
      await save(picture);
    } catch (error) {
      end.abort(error);
      throw error;
    }
    if (performance.now() - begunAt > attemptMs) end.abort(PAUSED);
    else timer = watch();
  };

  try {
    const signal = AbortSignal.any([attempt.signal, end.signal]);
    await orAborted(ocrEngine.recognise(file, pages, { signal, languages, onPicture }), signal);
    if (next < pages.length)
      throw new Error(`Cannot go on because of ${pages.length} images the OCR engine returned ${next}`);
  } catch (error) {
    const reason: unknown = end.signal.aborted && !attempt.signal.aborted ? end.signal.reason : error;
    if (reason === PAUSED) return;
    if (reason !== OVERDUE) throw reason;
    const page = pages[next]!;
    const { overdueMs } = recognition;
    await save({ ...unread({ pageIndex: page.pageIndex, picture: page.at }, tooSlow(overdueMs)), spentMs: overdueMs });
  } finally {
    clearTimeout(timer);
  }
}

/** Waits no longer than the signal, whatever becomes of the work. */
async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const NOTHING = { text: "", words: [], certainty: null, captureFacts: [], spentMs: 0 };

function unread(
  { pageIndex, picture, spentMs = 0 }: Pick<RecognisedPicture, "pageIndex" | "picture"> & { spentMs?: number },
  reason: string,
): RecognisedPicture {
  return { ...NOTHING, pageIndex, picture, spentMs, state: "UNREADABLE", reason };
}

function tooSlow(overdueMs: number): string {
  return `OCR did not end within ${overdueMs / 1000} seconds`;
}
