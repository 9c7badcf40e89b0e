import { createWorker, OEM, type Page, type PSM, type Worker } from "tesseract.js";
import { findLanguageData } from "../language-data.ts";
import type { Grey } from "../prepare/grey.ts";
import { PictureFailure } from "./picture-failure.ts";

let started: { readonly language: string; readonly worker: Promise<Worker> } | undefined;

/** Returns the blocks of lines of a grey picture, read in one language. A process holds one engine, that of the last. */
export async function recogniseGrey(picture: Grey, mode: PSM, language: string): Promise<Page> {
  const worker = await startEngine(language);
  await worker.setParameters({ tessedit_pageseg_mode: mode });
  const { data } = await worker.recognize(toPgm(picture), {}, { text: false, blocks: true });
  return data;
}

async function startEngine(language: string): Promise<Worker> {
  if (started && started.language !== language) {
    const last = started.worker;
    started = undefined;
    await (await last).terminate();
  }
  started ??= { language, worker: createEngine(language) };
  return started.worker;
}

async function createEngine(language: string): Promise<Worker> {
  const langPath = findLanguageData(language);
  if (!langPath)
    throw new PictureFailure(`The picture cannot be read because the data of '${language}' is not installed`);
  return createWorker(language, OEM.LSTM_ONLY, {
    langPath,
    gzip: true,
    // Never from the network, and nothing is written next to the program.
    cacheMethod: "none",
    errorHandler: () => undefined,
  });
}

/** The plainest image that the engine takes: nothing is packed and unpacked on the way. */
function toPgm({ data, width, height }: Grey): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
