import { hasEnoughContrast, parseColour } from "../css/colour.ts";
import { shareCovered } from "./classify-page.ts";
import { BARS_MAX, isBar } from "./find-struck-text.ts";
import {
  type Area,
  areaOf,
  EVERYWHERE,
  IDENTITY,
  intersect,
  invert,
  isRectangle,
  type Matrix,
  multiply,
  shareWithin,
} from "./geometry.ts";

/** A pdf.js operator list, with the names of its operators. */
export interface Drawing {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null)[];
  readonly operators: Readonly<Record<string, number>>;
}

/** One stroke of text as it is drawn, in page units. */
export interface TracedText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Drawn in the colour of what lies under it, transparent, clipped away, covered, or on a layer that is off. */
  readonly unseen: boolean;
}

/** What a page shows, in page units. */
export interface TracedPage {
  readonly texts: readonly TracedText[];
  /** Images that are seen and fine enough to hold letters. */
  readonly pictures: readonly Area[];
  /** Thin lines along the page, which may go through text. */
  readonly bars: readonly Area[];
  /** Lines and curves that are drawn. */
  readonly strokes: number;
  /** Whether invisible text lies where an image shows something, as OCR writes it. */
  readonly hasLayer: boolean;
}

/** What a drawing alone does not tell. */
export interface DrawingContext {
  /** Whether a layer, as the drawing refers to it, is shown. */
  isShown(layer: unknown): boolean;
  /** Whether an image, by the arguments of its operator, lets nothing through. */
  isOpaque(picture: readonly unknown[]): boolean;
  /** Whether an image shows something in an area of it, from 0 to 1 on both axes; `false` where that is unknown. */
  hasInk(picture: readonly unknown[], area: Area): boolean;
  readonly page: Area;
}

interface Box extends Area {
  /** `null` for an image or a pattern, which may have any colour. */
  readonly colour: string | null;
}

interface State {
  ctm: Matrix;
  fill: string | null;
  stroke: string | null;
  /** Mixed with what lies under it instead of put over it. */
  blended: boolean;
  clip: Area;
  opacity: number;
  mode: number;
  size: number;
  characterSpacing: number;
  wordSpacing: number;
  scale: number;
}

const PAPER = "#ffffff";
const BOXES_MAX = 2000;
const COVERS_MAX = 500;
/** Of a page, the least that images of it take up. */
const SCAN_SHARE = 0.3;
/** Letters of an image can be read from about here on. */
const DOTS_PER_INCH_MIN = 40;
const POINTS_PER_INCH = 72;
/** Outside the letters, by their size: OCR is not exact. */
const LAYER_MARGIN = 0.15;

interface Picture {
  readonly matrix: Matrix;
  readonly area: Area;
  readonly args: readonly unknown[];
}

/** Text as it is drawn; what comes after may still cover it. */
interface Stroke {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly area: Area;
  readonly order: number;
  readonly unseen: boolean;
  readonly invisible: boolean;
  readonly size: number;
}

/**
 * Follows colours and areas through a page's drawing to tell which text stands out from what it is drawn on. Invisible
 * text where an image of the page shows something is the layer that OCR adds to a scan, and counts as seen.
 */
export function traceText({ fnArray, argsArray, operators }: Drawing, context: DrawingContext): TracedPage {
  const names = new Map(Object.entries(operators).map(([name, code]) => [code, name]));
  const strokes: Stroke[] = [];
  const pictures: Picture[] = [];
  const bars: Area[] = [];
  let drawn = 0;
  const covers: (Area & { order: number })[] = [];
  const layers: boolean[] = [];
  let clipping = false;
  const boxes: Box[] = [];
  const saved: State[] = [];
  let state: State = {
    ctm: IDENTITY,
    fill: "#000000",
    stroke: "#000000",
    blended: false,
    clip: EVERYWHERE,
    opacity: 1,
    mode: 0,
    size: 1,
    characterSpacing: 0,
    wordSpacing: 0,
    scale: 1,
  };
  let line: Matrix = IDENTITY;
  let at: Matrix = IDENTITY;
  let leading = 0;

  const paint = (area: readonly number[], colour: string | null) => {
    if (boxes.length < BOXES_MAX && state.opacity > 0.5) boxes.push({ ...areaOf(area, state.ctm), colour });
  };
  const cover = (area: readonly number[], order: number) => {
    const straight = isStraight(state.ctm) && !state.blended && state.opacity > 0.9 && !layers.includes(false);
    if (straight && covers.length < COVERS_MAX)
      covers.push({ ...intersect(areaOf(area, state.ctm), state.clip), order });
  };
  const picture = (args: readonly unknown[], order: number) => {
    const unit = [0, 0, 1, 1];
    paint(unit, null);
    const area = areaOf(unit, state.ctm);
    notePicture(args);
    if (shareWithin(context.page, area) < SCAN_SHARE && context.isOpaque(args)) cover(unit, order);
  };
  const notePicture = (args: readonly unknown[]) => {
    const area = intersect(areaOf([0, 0, 1, 1], state.ctm), state.clip);
    const seen = area.x2 > area.x1 && area.y2 > area.y1 && state.opacity > 0.05 && !layers.includes(false);
    if (seen && isFine(args, state.ctm)) pictures.push({ matrix: state.ctm, area, args });
  };
  const moveLine = (x: number, y: number) => {
    line = multiply(line, [1, 0, 0, 1, x, y]);
    at = line;
  };
  const show = (glyphs: readonly unknown[], order: number) => {
    const matrix = multiply(state.ctm, at);
    const { text, advance } = measure(glyphs, state);
    at = multiply(at, [1, 0, 0, 1, advance, 0]);
    if (text.trim() === "") return;
    const [, , , , x, y] = matrix;
    const under = boxes.findLast((box) => x >= box.x1 - 1 && x <= box.x2 + 1 && y >= box.y1 - 1 && y <= box.y2 + 1);
    const backdrop = under ? under.colour : PAPER;
    const area = areaOf([0, state.size * 0.1, advance, state.size * 0.6], matrix);
    const invisible = state.mode === 3 || state.mode === 7;
    const faint = state.opacity < 0.02 || !listColours(state).some((colour) => isSeen(colour, state.opacity, backdrop));
    const unseen = layers.includes(false) || shareWithin(area, state.clip) < 0.1 || (!invisible && faint);
    strokes.push({ x, y, text, area, order, unseen, invisible, size: state.size });
  };
  for (let index = 0; index < fnArray.length; index += 1) {
    const args = (argsArray[index] ?? []) as readonly never[];
    switch (names.get(fnArray[index] ?? -1) ?? "") {
      case "save":
        saved.push({ ...state });
        break;
      case "restore":
      case "paintFormXObjectEnd":
        state = saved.pop() ?? state;
        break;
      case "paintFormXObjectBegin":
        saved.push({ ...state });
        if (args[0]) state.ctm = multiply(state.ctm, args[0]);
        if (args[1]) state.clip = intersect(state.clip, areaOf(Object.values(args[1]), state.ctm));
        break;
      case "clip":
      case "eoClip":
        clipping = true;
        break;
      case "beginMarkedContentProps":
        layers.push(args[0] !== "OC" || context.isShown(args[1]));
        break;
      case "beginMarkedContent":
        layers.push(true);
        break;
      case "endMarkedContent":
        layers.pop();
        break;
      case "transform":
        state.ctm = multiply(state.ctm, args as unknown as Matrix);
        break;
      case "setFillRGBColor":
        state.fill = String(args[0]);
        break;
      case "setStrokeRGBColor":
        state.stroke = String(args[0]);
        break;
      case "setStrokeColorN":
        state.stroke = null;
        break;
      case "setFillColorN":
        state.fill = null;
        break;
      case "setGState":
        for (const [key, value] of (args[0] ?? []) as [string, unknown][])
          if (key === "ca") state.opacity = Number(value);
          else if (key === "BM") state.blended = value !== "source-over" && value !== "normal";
        break;
      case "constructPath":
        if (!args[2]) break;
        drawn += numbersOf(args[1]).length >> 2;
        if (bars.length < BARS_MAX && !layers.includes(false))
          bars.push(...listBars(names.get(args[0] ?? -1), args[1], state));
        if (isFilling(names.get(args[0] ?? -1))) {
          paint(Object.values(args[2]), state.fill);
          if (isRectangle(numbersOf(args[1]), Object.values(args[2]))) cover(Object.values(args[2]), index);
        }
        if (clipping) state.clip = intersect(state.clip, areaOf(Object.values(args[2]), state.ctm));
        clipping = false;
        break;
      case "shadingFill":
        boxes.push({ x1: -1e6, y1: -1e6, x2: 1e6, y2: 1e6, colour: null });
        break;
      case "paintImageXObject":
      case "paintInlineImageXObject":
      case "paintJpegXObject":
        picture(args, index);
        break;
      case "paintImageMaskXObject":
        notePicture(args);
        paint([0, 0, 1, 1], null);
        break;
      case "paintImageXObjectRepeat":
      case "paintInlineImageXObjectGroup":
        paint([0, 0, 1, 1], null);
        break;
      case "beginText":
        line = at = IDENTITY;
        break;
      case "setTextMatrix":
        line = at = (args.length === 6 ? args : Object.values(args[0] ?? {})) as unknown as Matrix;
        break;
      case "setFont":
        state.size = Number(args[1]);
        break;
      case "setCharSpacing":
        state.characterSpacing = Number(args[0]);
        break;
      case "setWordSpacing":
        state.wordSpacing = Number(args[0]);
        break;
      case "setHScale":
        state.scale = Number(args[0]) / 100;
        break;
      case "setTextRenderingMode":
        state.mode = Number(args[0]);
        break;
      case "setLeading":
        leading = Number(args[0]);
        break;
      case "moveText":
        moveLine(args[0] ?? 0, args[1] ?? 0);
        break;
      case "setLeadingMoveText":
        leading = Number(args[1]);
        moveLine(args[0] ?? 0, args[1] ?? 0);
        break;
      case "nextLine":
        moveLine(0, leading);
        break;
      case "showText":
        show((args[0] ?? []) as readonly unknown[], index);
        break;
    }
  }
  const areas = pictures.map(({ area }) => area);
  const isScan = shareCovered(context.page, areas) >= SCAN_SHARE;
  const isLayer = ({ area, size }: Stroke) =>
    isScan &&
    pictures.some(
      ({ area: scan, matrix, args }) =>
        shareWithin(area, scan) > 0.5 && context.hasInk(args, areaInside(widen(area, size * LAYER_MARGIN), matrix)),
    );
  let hasLayer = false;
  const texts = strokes.map((stroke) => {
    const layer = stroke.invisible && !stroke.unseen && isLayer(stroke);
    hasLayer ||= layer;
    const unseen =
      stroke.unseen ||
      (stroke.invisible && !layer) ||
      covers.some((over) => over.order > stroke.order && shareWithin(stroke.area, over) > 0.95);
    return { x: stroke.x, y: stroke.y, text: stroke.text, unseen };
  });
  return { texts, pictures: areas, bars, strokes: drawn, hasLayer };
}

/** What is filled as a thin area, and what is stroked along the page. */
function listBars(paint: string | undefined, path: unknown, { ctm, fill }: State): Area[] {
  const isSeenFill = isFilling(paint) && isSeen(fill, 1, PAPER);
  if (!isSeenFill && !/stroke/i.test(paint ?? "")) return [];
  return listPieces(numbersOf(path), isSeenFill)
    .map((piece) => areaOf(piece, ctm))
    .filter(isBar);
}

/** How many numbers follow each sign of a path in pdf.js: to a point, a line, two kinds of curves, its end. */
const PATH_NUMBERS = [2, 2, 6, 4, 0];

/** The bounds of each part of a path that is filled, or its lines where it is stroked. */
function listPieces(numbers: readonly number[], isFilled: boolean): number[][] {
  const pieces: number[][] = [];
  let part: number[] = [];
  let from: number[] = [];
  const endPart = () => {
    if (isFilled && part.length > 2) pieces.push(boundsOf(part));
    part = [];
  };
  for (let at = 0; at < numbers.length && pieces.length < BARS_MAX; ) {
    const sign = numbers[at]!;
    const count = PATH_NUMBERS[sign];
    if (count === undefined) break;
    const to = numbers.slice(at + 1 + Math.max(0, count - 2), at + 1 + count);
    if (sign === 0) endPart();
    if (sign === 1 && !isFilled) pieces.push([...from, ...to]);
    if (count > 0) from = to;
    part.push(...to);
    at += 1 + count;
  }
  endPart();
  return pieces;
}

function boundsOf(points: readonly number[]): number[] {
  const [xs, ys] = [0, 1].map((axis) => points.filter((_, at) => at % 2 === axis)) as [number[], number[]];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** By the pixels that an operator of an image names. */
function isFine(args: readonly unknown[], [a, b, c, d]: Matrix): boolean {
  const named = args.length >= 3 ? { width: args[1], height: args[2] } : (args[0] as Partial<Area> | null);
  const { width = 0, height = 0 } = (named ?? {}) as { width?: number; height?: number };
  const dots = (pixels: number, x: number, y: number) => (pixels * POINTS_PER_INCH) / (Math.hypot(x, y) || 1);
  return Math.max(dots(width, a, b), dots(height, c, d)) >= DOTS_PER_INCH_MIN;
}

function widen({ x1, y1, x2, y2 }: Area, by: number): Area {
  return { x1: x1 - by, y1: y1 - by, x2: x2 + by, y2: y2 + by };
}

/** In the units of what a matrix puts on the page. */
function areaInside({ x1, y1, x2, y2 }: Area, matrix: Matrix): Area {
  return areaOf([x1, y1, x2, y2], invert(matrix));
}

function isStraight([a, b, c, d]: Matrix): boolean {
  return (b === 0 && c === 0) || (a === 0 && d === 0);
}

/** pdf.js wraps the numbers of a path in an array. */
function numbersOf(path: unknown): number[] {
  const [numbers] = Object.values(path ?? []);
  return numbers && typeof numbers === "object" ? Object.values(numbers as ArrayLike<number>) : [];
}

/** Letters are filled, outlined or both. */
function listColours({ mode, fill, stroke }: State): (string | null)[] {
  if (mode === 1 || mode === 5) return [stroke];
  return mode === 2 || mode === 6 ? [fill, stroke] : [fill];
}

/** Whether letters stand out; on an image or a pattern they may. */
function isSeen(colour: string | null, opacity: number, backdrop: string | null): boolean {
  const [text, under] = [parseColour(colour ?? ""), parseColour(backdrop ?? "")];
  if (!text || !under) return true;
  const [red, green, blue] = text;
  return hasEnoughContrast([red, green, blue, opacity], under);
}

function isFilling(name: string | undefined): boolean {
  return name !== undefined && /^(?:eoFill|fill|closeFill|closeEOFill|eoFillStroke|fillStroke)/i.test(name);
}

function measure(glyphs: readonly unknown[], state: State): { text: string; advance: number } {
  let text = "";
  let advance = 0;
  for (const glyph of glyphs) {
    if (typeof glyph === "number") advance -= (glyph / 1000) * state.size;
    else if (glyph) {
      const { unicode = "", width = 0, isSpace } = glyph as { unicode?: string; width?: number; isSpace?: boolean };
      text += unicode;
      advance += (width / 1000) * state.size + state.characterSpacing + (isSpace ? state.wordSpacing : 0);
    }
  }
  return { text, advance: advance * state.scale };
}
