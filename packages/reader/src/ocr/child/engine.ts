import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createWorker, OEM, type Page, type PSM, type Worker } from "tesseract.js";
import { findLanguageData } from "../language-data.ts";
import type { Grey } from "../prepare/grey.ts";
import { PictureFailure } from "./picture-failure.ts";

export interface EngineSettings {
  readonly languages: readonly string[];
  /** A folder that may be written. */
  readonly workDir: string;
}

let started: { readonly languages: string; readonly worker: Promise<Worker> } | undefined;

/** Returns the blocks of lines of a grey picture. One engine serves a process, in the languages of the first picture. */
export async function recogniseGrey(picture: Grey, mode: PSM, settings: EngineSettings): Promise<Page> {
  const worker = await startEngine(settings);
  await worker.setParameters({ tessedit_pageseg_mode: mode });
  const { data } = await worker.recognize(toPgm(picture), {}, { text: false, blocks: true });
  return data;
}

function startEngine({ languages, workDir }: EngineSettings): Promise<Worker> {
  const names = languages.join("+");
  if (started?.languages !== names) started = { languages: names, worker: createEngine(languages, workDir) };
  return started.worker;
}

async function createEngine(languages: readonly string[], workDir: string): Promise<Worker> {
  return createWorker([...languages], OEM.LSTM_ONLY, {
    langPath: await gatherLanguageData(languages, workDir),
    gzip: true,
    // Never from the network, and nothing is written next to the program.
    cacheMethod: "none",
    errorHandler: () => undefined,
  });
}

/** Returns one folder with the data of all languages, since the engine looks into one alone. */
async function gatherLanguageData(languages: readonly string[], workDir: string): Promise<string> {
  const folders = languages.map((language) => {
    const folder = findLanguageData(language);
    if (!folder)
      throw new PictureFailure(`The picture cannot be read because the data of '${language}' is not installed`);
    return folder;
  });
  if (folders.length === 1) return folders[0]!;
  const gathered = join(workDir, "languages");
  await mkdir(gathered, { recursive: true });
  for (const [at, folder] of folders.entries()) {
    const name = `${languages[at]}.traineddata.gz`;
    await copyFile(join(folder, name), join(gathered, name));
  }
  return gathered;
}

/** The plainest image that the engine takes: nothing is packed and unpacked on the way. */
function toPgm({ data, width, height }: Grey): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]);
}
