import { findBackgroundRegions } from "./find-background-regions.ts";
import type { Grey } from "./grey.ts";

const TILE = 24;
const NOISE = 8;
/** Fainter ink is not made stronger than this allows. */
const CONTRAST_MIN = 48;
const SCREEN_SHARE_MIN = 0.5;

export interface Evened {
  /** Dark words on white, whatever the colours were. */
  readonly grey: Grey;
  /** Whether the image has backgrounds of one colour, as screens have. */
  readonly isScreen: boolean;
}

/** Turns every area into dark words on white: dark panels, coloured badges, grey print on grey, uneven light. */
export function normaliseContrast(picture: Grey): Evened {
  const panels = findBackgroundRegions(picture);
  if (panels.share >= SCREEN_SHARE_MIN) return { grey: strengthen(picture, panels.behind), isScreen: true };
  return { grey: strengthen(picture, lightBehind(picture)), isScreen: false };
}

/** Difference from the background, stretched to the strongest nearby. */
function strengthen({ data, width, height }: Grey, behind: Uint8Array): Grey {
  const ink = new Uint8Array(data.length);
  for (let at = 0; at < ink.length; at += 1) ink[at] = Math.max(0, Math.abs(data[at]! - behind[at]!) - NOISE);
  const [columns, rows] = [Math.ceil(width / TILE), Math.ceil(height / TILE)];
  const peaks = new Uint8Array(columns * rows);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor(y / TILE) * columns;
    for (let x = 0; x < width; x += 1, at += 1) {
      const tile = row + Math.floor(x / TILE);
      if (ink[at]! > peaks[tile]!) peaks[tile] = ink[at]!;
    }
  }
  const gains = new Float32Array(peaks.length);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let peak = CONTRAST_MIN;
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1)
          peak = Math.max(peak, peaks[y * columns + x]!);
      gains[row * columns + column] = 255 / peak;
    }
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = Math.floor(y / TILE) * columns;
    for (let x = 0; x < width; x += 1, at += 1)
      ink[at] = 255 - Math.min(255, ink[at]! * gains[row + Math.floor(x / TILE)]!);
  }
  return { data: ink, width, height };
}

const PAPER_TILE = 48;
const PAPER_PERCENTILE = 0.85;

/** The paper behind a scan or photograph: the light (of a dark image the dark) part of each tile, smoothed. */
function lightBehind({ data, width, height }: Grey): Uint8Array {
  const isDark = percentile(histogramOf(data, 0, 1, data.length), 0.5) < 90;
  const [columns, rows] = [Math.ceil(width / PAPER_TILE), Math.ceil(height / PAPER_TILE)];
  const paper = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const counts = new Uint32Array(256);
      const right = Math.min(width, (column + 1) * PAPER_TILE);
      for (let y = row * PAPER_TILE; y < Math.min(height, (row + 1) * PAPER_TILE); y += 1)
        for (let x = column * PAPER_TILE; x < right; x += 1) counts[data[y * width + x]!]! += 1;
      paper[row * columns + column] = percentile(counts, isDark ? 1 - PAPER_PERCENTILE : PAPER_PERCENTILE);
    }
  const behind = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    const fy = Math.max(0, Math.min(rows - 1, y / PAPER_TILE - 0.5));
    const [top, down] = [Math.floor(fy), fy - Math.floor(fy)];
    const bottom = Math.min(rows - 1, top + 1);
    for (let x = 0; x < width; x += 1, at += 1) {
      const fx = Math.max(0, Math.min(columns - 1, x / PAPER_TILE - 0.5));
      const [left, along] = [Math.floor(fx), fx - Math.floor(fx)];
      const right = Math.min(columns - 1, left + 1);
      const above = paper[top * columns + left]! * (1 - along) + paper[top * columns + right]! * along;
      const below = paper[bottom * columns + left]! * (1 - along) + paper[bottom * columns + right]! * along;
      const light = above * (1 - down) + below * down;
      // What is lighter than paper is no ink.
      behind[at] = isDark ? Math.min(light, data[at]!) : Math.max(light, data[at]!);
    }
  }
  for (let at = 0; at < behind.length; at += 1) {
    const light = behind[at]!;
    if (isDark ? data[at]! < light : data[at]! > light) behind[at] = data[at]!;
  }
  return behind;
}

function histogramOf(data: Uint8Array, from: number, step: number, to: number): Uint32Array {
  const counts = new Uint32Array(256);
  for (let at = from; at < to; at += step) counts[data[at]!]! += 1;
  return counts;
}

function percentile(counts: Uint32Array, share: number): number {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * share;
  let sum = 0;
  for (let value = 0; value < 256; value += 1) {
    sum += counts[value]!;
    if (sum >= wanted) return value;
  }
  return 255;
}
