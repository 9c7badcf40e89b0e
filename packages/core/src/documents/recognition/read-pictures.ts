import type { Attempt } from "../../jobs/stage.ts";
import type { SourceFile } from "../../ports/text-extractor.ts";
import type { RecognisedPicture, TextRecogniser } from "../../ports/text-recogniser.ts";
import type { DocumentSettings } from "../document-settings.ts";
import { savePicture } from "./save-picture.ts";
import type { WaitingPage } from "./waiting-pages.ts";

const PAUSED = Symbol("paused");
const OVERDUE = Symbol("overdue");

/** Beyond the recogniser's own limit for a page: what it needs to start a process and to end one. */
const OVERDUE_AFTER_MS = 15_000;

interface Pictures {
  readonly file: SourceFile;
  readonly pages: readonly WaitingPage[];
  readonly characters: number;
}

/**
 * Reads pictures for one attempt and stores each by a checkpoint, so that a crash costs at most one. A page that the
 * recogniser itself does not end is given up, so that it cannot hold the others.
 */
export async function readPictures(
  { recogniser, settings }: { recogniser: TextRecogniser; settings: DocumentSettings },
  attempt: Attempt,
  { file, pages, characters }: Pictures,
): Promise<void> {
  const { attemptMs, textLengthMax, recognition } = settings;
  const begunAt = performance.now();
  let pageBegunAt = begunAt;
  let length = characters;
  let next = 0;
  const end = new AbortController();
  const watch = () => setTimeout(() => end.abort(OVERDUE), recognition.pageMs + OVERDUE_AFTER_MS);
  let timer = watch();

  const save = (picture: RecognisedPicture) => {
    const page = pages[next];
    if (page?.pageIndex !== picture.pageIndex)
      throw new Error(
        `Cannot store picture ${picture.pageIndex} because the next one is ${page?.pageIndex ?? "none: all were read"}`,
      );
    next += 1;
    const spentMs = performance.now() - pageBegunAt;
    const fits = length + picture.text.length <= textLengthMax;
    if (fits) length += picture.text.length;
    const kept = fits ? picture : unread(picture, `The text of a document is at most ${textLengthMax} characters`);
    return attempt.checkpoint((tx) => savePicture(tx, attempt.job, page, kept, spentMs));
  };
  const onPicture = async (picture: RecognisedPicture) => {
    clearTimeout(timer);
    try {
      await save(picture);
    } catch (error) {
      end.abort(error);
      throw error;
    }
    pageBegunAt = performance.now();
    if (pageBegunAt - begunAt > attemptMs) end.abort(PAUSED);
    else timer = watch();
  };

  try {
    await recogniser.recognise(file, pages, { signal: AbortSignal.any([attempt.signal, end.signal]), onPicture });
    if (next < pages.length)
      throw new Error(`Cannot go on because of ${pages.length} pictures the recogniser returned ${next}`);
  } catch (error) {
    const reason: unknown = end.signal.aborted && !attempt.signal.aborted ? end.signal.reason : error;
    if (reason === PAUSED) return;
    if (reason !== OVERDUE) throw reason;
    const page = pages[next]!;
    await save(unread({ ...NOTHING, pageIndex: page.pageIndex, picture: page.at }, tooSlow(recognition.pageMs)));
  } finally {
    clearTimeout(timer);
  }
}

const NOTHING = { text: "", words: [], certainty: null, captureFacts: [] };

function unread(picture: Pick<RecognisedPicture, "pageIndex" | "picture">, reason: string): RecognisedPicture {
  const { pageIndex, picture: at } = picture;
  return { ...NOTHING, pageIndex, picture: at, state: "UNREADABLE", reason };
}

function tooSlow(pageMs: number): string {
  return `OCR did not end within ${Math.round(pageMs / 1000)} seconds`;
}
