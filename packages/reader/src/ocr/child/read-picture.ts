import type { Canvas } from "@napi-rs/canvas";
import { PSM } from "tesseract.js";
import { findCaptureFacts } from "../capture/find-capture-facts.ts";
import type { PictureJob, ReadPicture } from "../messages.ts";
import { composeRows, locateOnSheet } from "../prepare/compose-rows.ts";
import { findLineSegments } from "../prepare/find-line-segments.ts";
import { findSkew, rowsAgainstColumns } from "../prepare/find-skew.ts";
import { orderLineSegments } from "../prepare/order-line-segments.ts";
import { enlarge, type Prepared, preparePicture } from "../prepare/prepare-picture.ts";
import { releaseCanvas } from "../prepare/release-canvas.ts";
import { toCanvas } from "../prepare/scale-grey.ts";
import { type Quarter, straightenCanvas, turnCanvas } from "../prepare/turn-canvas.ts";
import { recogniseGrey } from "./engine.ts";
import { isNoise } from "./is-noise.ts";
import { type EnginePage, type LaidOut, layOutWords } from "./lay-out-words.ts";
import { openPicture } from "./open-picture.ts";
import { PictureFailure } from "./picture-failure.ts";
import { tellLanguage } from "./tell-language.ts";

/** Below this, and with words enough to tell, another turn of the image is tried. */
const CERTAINTY_UPRIGHT = 0.7;
/** How much more letters stand in rows than in columns where lines surely run up or down, or across. */
const [LINES_DOWN, LINES_ACROSS] = [0.8, 1.25];

interface Reading extends LaidOut {
  readonly turned: Quarter;
  readonly skew: number;
  readonly width: number;
  readonly height: number;
}

export async function readPicture(job: PictureJob): Promise<ReadPicture> {
  const canvas = await openPicture(job);
  const { text, words, turned, skew, width, height } = await readInItsLanguage(canvas, job.languages);
  const certainty = meanCertainty(words);
  if (await isNoise({ text, words, certainty }))
    throw new PictureFailure("OCR found letters on the picture, but hardly a word that it is sure of");
  const captureFacts = findCaptureFacts({ text, words, width, height });
  const picture = {
    ...job.at,
    width,
    height,
    ...(turned !== 0 && { turned: `${turned}` as const }),
    ...(skew !== 0 && { skew }),
  };
  return { text, words, certainty, picture, captureFacts };
}

/**
 * A first reading in the first language tells which one the words are in: letters come out in any, accents in their own
 * alone. The image before it has no say, so that a file gives the same text wherever its reading continues.
 */
async function readInItsLanguage(canvas: Canvas, languages: readonly string[]): Promise<Reading> {
  const first = languages[0]!;
  const reading = await readUpright(canvas, first);
  const told = tellLanguage(reading.text, languages) ?? first;
  if (told === first) return reading;
  const again = await readTurned(canvas, undefined, reading.turned, told);
  return worth(again) > worth(reading) ? again : reading;
}

/** Most images are upright: others are tried only where this one gives little. */
async function readUpright(canvas: Canvas, language: string): Promise<Reading> {
  const prepared = preparePicture(canvas);
  const across = rowsAgainstColumns(prepared.shapes, prepared.letter);
  const order: Quarter[] = across < LINES_DOWN ? [90, 270, 0, 180] : [0, 180, 90, 270];
  const isClear = across < LINES_DOWN || across > LINES_ACROSS;
  let best: Reading | undefined;
  for (const turned of isClear ? order.slice(0, 2) : order) {
    const reading = await readTurned(canvas, turned === 0 ? prepared : undefined, turned, language);
    if (!best || worth(reading) > worth(best)) best = reading;
    const certainty = meanCertainty(best.words);
    if (certainty !== null && certainty >= CERTAINTY_UPRIGHT) break;
    // Nothing that could be letters.
    if (prepared.shapes.length < 3) break;
  }
  return best!;
}

async function readTurned(
  canvas: Canvas,
  prepared: Prepared | undefined,
  turned: Quarter,
  language: string,
): Promise<Reading> {
  let upright = turnCanvas(canvas, turned);
  let ready = prepared ?? preparePicture(upright);
  const skew = findSkew(ready.shapes, ready.letter);
  if (skew !== 0) {
    const askew = upright;
    upright = straightenCanvas(askew, skew);
    if (askew !== canvas) releaseCanvas(askew);
    ready = preparePicture(upright);
  }
  const { width, height } = upright;
  if (upright !== canvas) releaseCanvas(upright);
  return { ...layOutWords(await recognisePrepared(ready, language)), turned, skew, width, height };
}

/** Words on plain backgrounds are set again, line by line; in scans and photographs the engine finds them itself. */
async function recognisePrepared(prepared: Prepared, language: string): Promise<EnginePage[]> {
  if (!prepared.isScreen) {
    const { grey, scale } = enlarge(prepared);
    const page = await recogniseGrey(grey, PSM.AUTO, language);
    const back = (value: number) => value / scale;
    return [{ page, locate: () => ({ row: undefined, toX: back, toY: back }) }];
  }
  const { shapes, letter } = prepared;
  const rows = orderLineSegments(findLineSegments(shapes, letter), letter);
  const pages: EnginePage[] = [];
  const picture = toCanvas(prepared.grey);
  for (const { grey, rows: placed } of composeRows(picture, rows)) {
    const page = await recogniseGrey(grey, PSM.SINGLE_BLOCK, language);
    pages.push({ page, locate: (x, y) => locateOnSheet(placed, x, y) });
  }
  releaseCanvas(picture);
  return pages;
}

/** Sure letters: an image on its head gives few. */
function worth({ words }: LaidOut): number {
  return words.reduce((sum, { start, end, certainty }) => sum + (end - start) * Math.max(0, certainty - 0.5), 0);
}

/** By the length of the words. */
function meanCertainty(words: LaidOut["words"]): number | null {
  const length = words.reduce((sum, { start, end }) => sum + end - start, 0);
  if (length === 0) return null;
  const sum = words.reduce((total, { start, end, certainty }) => total + (end - start) * certainty, 0);
  return Math.min(1, Math.max(0, sum / length));
}
