import { spoolFile } from "../spool.ts";
import { requireLanguageData } from "./language-data.ts";
import type { PictureJob, ReadPicture } from "./messages.ts";
import type { OcrEngine, PictureToRead, RecognisedPicture } from "./recognition.ts";
import { runPicture } from "./run-picture.ts";
import { type OcrEngineSettings, withDefaults } from "./settings.ts";
import { type OcrChild, startOcrChild } from "./start-ocr-child.ts";

/**
 * Reads words with Tesseract in a child process for each file. Throws TypeError for a language whose data is not
 * installed.
 */
export function createOcrEngine(settings: OcrEngineSettings = {}): OcrEngine {
  const complete = withDefaults(settings);
  const { languages, tempDir } = complete;
  requireLanguageData(languages);
  const children = new Set<OcrChild>();
  const start = (): OcrChild => {
    const child = startOcrChild(tempDir);
    children.add(child);
    void child.ended.then(() => children.delete(child));
    return child;
  };
  return {
    languages,
    async recognise(file, pictures, { signal, languages: asked = [], onPicture }) {
      signal.throwIfAborted();
      if (pictures.length === 0) return;
      await using spool = await spoolFile(file, tempDir, signal);
      const wanted = asked.filter((language) => languages.includes(language));
      const looked = wanted.length > 0 ? wanted : languages;
      let child = start();
      try {
        for (const picture of pictures) {
          // What ended the last process must not cost this picture.
          if (!children.has(child)) child = start();
          const job: PictureJob = { path: spool.path, fileType: file.fileType, languages: looked, ...picture };
          const outcome = await runPicture(child, job, { signal, settings: complete });
          const { spentMs } = outcome;
          const read = outcome.type === "read" ? toRead(picture, outcome.result) : toUnread(picture, outcome.reason);
          await onPicture({ ...read, spentMs });
        }
      } finally {
        await child.kill();
      }
    },
    async close() {
      await Promise.all([...children].map((child) => child.kill()));
    },
  };
}

function toRead({ pageIndex }: PictureToRead, read: ReadPicture) {
  return { pageIndex, state: read.words.length > 0 ? "OCR" : "EMPTY", reason: null, ...read } as const;
}

function toUnread({ pageIndex, at }: PictureToRead, reason: string): Omit<RecognisedPicture, "spentMs"> {
  return {
    pageIndex,
    state: "UNREADABLE",
    reason,
    text: "",
    words: [],
    certainty: null,
    picture: at,
    captureFacts: [],
  };
}
