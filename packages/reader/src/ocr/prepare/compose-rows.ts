import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { median, type Strip } from "./find-line-segments.ts";
import { type Grey, toGrey } from "./grey.ts";
import type { Row } from "./order-line-segments.ts";
import { releaseCanvas } from "./release-canvas.ts";

/** Height of tall letters that the engine reads best. */
const RISE = 30;
const SCALE_MAX = 4;
const PIXELS_MAX = 6_000_000;
const HEIGHT_MAX = 12_000;
const MARGIN = 30;
const GAP = 1.6 * RISE;
const LEADING = RISE;

interface Placed {
  readonly strip: Strip;
  /** Where it is on the sheet. */
  readonly x: number;
}

interface PlacedRow {
  readonly scale: number;
  /** Where the letters stand on the sheet. */
  readonly foot: number;
  readonly top: number;
  readonly bottom: number;
  readonly strips: readonly Placed[];
}

/** Rows of words set one below the other in one size of letters, as an engine reads them best. */
export interface Sheet {
  readonly grey: Grey;
  readonly rows: readonly PlacedRow[];
}

/** Sets the rows of an image on sheets, one at a time. A row with letters of several sizes is set as several. */
export function* composeRows(picture: Canvas, rows: readonly Row[]): Generator<Sheet> {
  let [placed, y, width]: [PlacedRow[], number, number] = [[], MARGIN, 0];
  const draw = () => drawSheet(picture, placed, Math.ceil(width + MARGIN), Math.ceil(y + MARGIN));
  for (const row of rows.flatMap(splitBySize)) {
    const scale = Math.min(SCALE_MAX, RISE / Math.max(...row.map(({ rise }) => rise)));
    const rise = Math.max(...row.map(({ foot, top }) => foot - top)) * scale;
    const fall = Math.max(...row.map(({ foot, bottom }) => bottom - foot)) * scale;
    const strips: Placed[] = [];
    let x = MARGIN;
    for (const strip of row) {
      strips.push({ strip, x });
      x += (strip.right - strip.left + 1) * scale + GAP;
    }
    const height = rise + fall + LEADING;
    if (placed.length > 0 && (Math.max(width, x) * (y + height) > PIXELS_MAX || y + height > HEIGHT_MAX)) {
      yield draw();
      [placed, y, width] = [[], MARGIN, 0];
    }
    placed.push({ scale, foot: y + rise, top: y, bottom: y + rise + fall, strips });
    y += height;
    width = Math.max(width, x);
  }
  if (placed.length > 0) yield draw();
}

function splitBySize(row: Row): Row[] {
  const middle = median(row.map(({ rise }) => rise));
  const alike = row.filter(({ rise }) => rise <= 1.6 * middle && rise >= middle / 1.6);
  return alike.length === row.length ? [row] : row.map((strip) => [strip]);
}

function drawSheet(picture: Canvas, rows: readonly PlacedRow[], width: number, height: number): Sheet {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "high";
  for (const { scale, foot, strips } of rows)
    for (const { strip, x } of strips) {
      const [left, top] = [Math.max(0, strip.left - 1), Math.max(0, strip.top - 1)];
      const [w, h] = [
        Math.min(picture.width, strip.right + 2) - left,
        Math.min(picture.height, strip.bottom + 2) - top,
      ];
      const [toX, toY] = [x - (strip.left - left) * scale, foot - (strip.foot - top) * scale];
      context.drawImage(picture, left, top, w, h, toX, toY, w * scale, h * scale);
    }
  const grey = toGrey(context.getImageData(0, 0, width, height));
  releaseCanvas(canvas);
  for (const { scale, top, bottom, strips } of rows)
    for (const { strip, x } of strips) darken(grey, x, x + (strip.right - strip.left + 1) * scale, top, bottom);
  return { grey, rows };
}

/** Makes faint words black, each run by itself. */
function darken({ data, width, height }: Grey, left: number, right: number, top: number, bottom: number): void {
  const [x0, x1] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
  const [y0, y1] = [Math.max(0, Math.floor(top)), Math.min(height, Math.ceil(bottom))];
  let darkest = 255;
  for (let y = y0; y < y1; y += 1) for (let x = x0; x < x1; x += 1) darkest = Math.min(darkest, data[y * width + x]!);
  if (darkest < 20 || darkest > 220) return;
  const gain = 255 / (255 - darkest);
  for (let y = y0; y < y1; y += 1)
    for (let x = x0; x < x1; x += 1) {
      const at = y * width + x;
      data[at] = 255 - Math.min(255, (255 - data[at]!) * gain);
    }
}

export interface Spot {
  readonly row: PlacedRow;
  toX(x: number): number;
  toY(y: number): number;
}

/** Where a point of a sheet is in the image; undefined between the rows. */
export function locateOnSheet(rows: readonly PlacedRow[], x: number, y: number): Spot | undefined {
  const slack = LEADING / 2;
  const row = rows.find(({ top, bottom }) => y >= top - slack && y <= bottom + slack);
  if (!row) return undefined;
  const { scale, foot, strips } = row;
  const placed = strips.findLast((one) => x >= one.x - GAP / 2) ?? strips[0]!;
  return {
    row,
    toX: (at) => placed.strip.left + (at - placed.x) / scale,
    toY: (at) => placed.strip.foot + (at - foot) / scale,
  };
}
