import type { Picture } from "./encode-png.ts";
import { GLYPHS } from "./glyphs.ts";

export type ScanLine = { text: string /** Pixels per dot of the 5 × 7 letters. */; scale: number; y: number };

const SIZE = { width: 744, height: 1052 };
const PAPER = 246;
const INK = 52;
/** A sheet that lay a little crooked: pixels to the right for one pixel down. */
const SKEW = 110;

/** Draws a page as a scanner would give it back: an image of letters, with a frame, a signature and some dust. */
export function drawScan(lines: readonly ScanLine[], { signatureY }: { signatureY?: number } = {}): Picture {
  const picture: Picture = { ...SIZE, pixels: new Uint8Array(SIZE.width * SIZE.height).fill(PAPER) };
  drawFrame(picture);
  for (const line of lines) drawText(picture, line);
  if (signatureY !== undefined) drawSignature(picture, signatureY);
  drawDust(picture);
  return picture;
}

function drawDot(picture: Picture, x: number, y: number, size: number, shade = INK): void {
  const top = Math.round(y + x / SKEW);
  for (let row = top; row < top + size; row++) {
    if (row < 0 || row >= picture.height) continue;
    const start = row * picture.width + Math.round(x);
    picture.pixels.fill(shade, start, start + size);
  }
}

function drawText(picture: Picture, { text, scale, y }: ScanLine): void {
  let x = (picture.width - text.length * 6 * scale) / 2;
  for (const character of text) {
    const rows = GLYPHS[character];
    if (!rows) throw new Error(`Cannot draw '${text}' as '${character}' has no glyph`);
    for (const [row, bits] of rows.entries())
      for (let column = 0; column < 5; column++)
        if (bits & (16 >> column)) drawDot(picture, x + column * scale, y + row * scale, scale);
    x += 6 * scale;
  }
}

function drawFrame(picture: Picture): void {
  for (let x = 44; x < picture.width - 44; x++) for (const y of [40, 48, 1000, 1008]) drawDot(picture, x, y, 2, 120);
  for (let y = 40; y < 1008; y++) for (const x of [44, 52, 690, 698]) drawDot(picture, x, y, 2, 120);
}

function drawSignature(picture: Picture, y: number): void {
  for (let step = 0; step < 1400; step++) {
    const t = step / 100;
    drawDot(picture, 250 + t * 17 + 12 * Math.sin(2.1 * t), y + 22 * Math.sin(1.7 * t) * Math.exp(-t / 9), 3, 70);
  }
}

function drawDust(picture: Picture): void {
  let seed = 20260518;
  for (let count = 0; count < 350; count++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    picture.pixels[seed % picture.pixels.length] = 190;
  }
}
