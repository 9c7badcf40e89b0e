import type { Canvas } from "@napi-rs/canvas";
import { findConnectedComponents, letterHeight, type Shape } from "./find-connected-components.ts";
import { type Grey, toGrey } from "./grey.ts";
import { invertDarkRegions } from "./invert-dark-regions.ts";
import { normaliseContrast } from "./normalise-contrast.ts";
import { scaleGrey } from "./scale-grey.ts";

/** Height of small letters, in pixels, that the engine reads best. */
const LETTER_HEIGHT = 24;
const SCALE_MAX = 4;
const PIXELS_MAX = 10_000_000;

export interface Prepared {
  /** Dark words on white, without rules and frames. */
  readonly grey: Grey;
  /** Whether its backgrounds are of one colour, as in screenshots and clean pages. */
  readonly isScreen: boolean;
  /** The pieces of ink. */
  readonly shapes: readonly Shape[];
  /** Middle height of its letters; 0 for none. */
  readonly letter: number;
}

export function preparePicture(canvas: Canvas): Prepared {
  const { width, height } = canvas;
  const original = toGrey(canvas.getContext("2d").getImageData(0, 0, width, height));
  const { grey, isScreen } = normaliseContrast(original);
  const found = findConnectedComponents(grey);
  const letter = letterHeight(found);
  if (isScreen) invertDarkRegions(grey, original, found, letter || 10);
  const shapes = findConnectedComponents(grey, (shape) => isLine(shape, letter || 10));
  return { grey, isScreen, shapes, letter };
}

/** Returns the image in the size that the engine reads best, and how much larger it is. */
export function enlarge({ grey, letter }: Prepared): { readonly grey: Grey; readonly scale: number } {
  const wanted = letter === 0 ? 1 : LETTER_HEIGHT / letter;
  const scale = Math.min(Math.max(1, wanted), SCALE_MAX, Math.sqrt(PIXELS_MAX / (grey.width * grey.height)));
  return { grey: scaleGrey(grey, scale), scale };
}

/** Rules, frames and edges of panels, which would glue words to one another. */
function isLine({ left, right, top, bottom, ink }: Shape, letter: number): boolean {
  const [w, h] = [right - left + 1, bottom - top + 1];
  const isRule = h <= Math.max(2, letter / 3) && w > 4 * letter;
  const isPost = w <= Math.max(2, letter / 3) && h > 4 * letter;
  const isFrame = w > 2.5 * letter && h > 1.6 * letter && ink < 0.2 * w * h && ink < 6 * (w + h);
  return isRule || isPost || isFrame;
}
