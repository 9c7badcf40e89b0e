import { hasEnoughContrast, parseColour } from "../css/colour.ts";
import { BARS_MAX, isBar } from "./find-struck-text.ts";
import { type Area, areaOf, EVERYWHERE, intersect, type Matrix, multiply, shareWithin } from "./geometry.ts";
import type { ColourReader, ColourSpace, PdfDict, ReadingListener, TextState } from "./look-inside-pdfjs.ts";
import { createPath, type Path } from "./path-bounds.ts";

/** What the reading of a page's text tells of its drawing. */
export interface ReadingSigns {
  /** Whether the drawing must be looked at: it may hide text. */
  readonly isSuspect: boolean;
  /** Whether lines, areas or images are drawn. */
  readonly isDrawnOn: boolean;
  /** Where images are, seen or not. */
  readonly pictures: readonly Area[];
  /** Thin lines along the page, which may go through text. */
  readonly bars: readonly Area[];
}

interface State {
  /** `null` for a pattern, which may have any colour. */
  fill: string | null;
  space: ColourSpace | null;
  clip: Area;
}

/** A page, or a form on it. */
interface Frame {
  readonly outside: State;
  readonly saved: State[];
  readonly colours: ColourReader;
}

interface Shown {
  readonly before: readonly number[];
  readonly state: TextState;
}

const PAPER = "#ffffff";
const NOTHING: Area = { x1: 1, y1: 1, x2: 0, y2: 0 };
/** Beyond them, following the drawing itself is as fast. */
const BOXES_MAX = 1000;
const COMPARISONS_MAX = 3_000_000;
/** Milder than what counts as clipped or covered in the drawing. */
const CLIPPED_SHARE = 0.2;
const COVERED_SHARE = 0.8;
const STRAIGHT = 1e-3;

/**
 * Follows a page's text as pdf.js reads it, so that the drawing, which takes as long again, is made only where something
 * may be hidden. Whatever is not followed makes the page suspect.
 */
export function watchReading(operators: Readonly<Record<string, number>>): ReadingListener & ReadingSigns {
  const names = new Map(Object.entries(operators).map(([name, code]) => [code, name]));
  const texts: Area[] = [];
  const boxes: { area: Area; colour: string | null; isExact: boolean }[] = [];
  const frames: Frame[] = [];
  const pictures: Area[] = [];
  const bars: Area[] = [];
  const signs = { isSuspect: false, isDrawnOn: false, isRead: false };
  let state: State = { fill: "#000000", space: null, clip: EVERYWHERE };
  let path: Path = createPath();
  let isClipping = false;
  let awaitsForm = false;
  let comparisons = 0;
  let shown: Shown | null = null;

  const suspect = () => {
    signs.isSuspect = true;
  };
  const count = (times: number) => {
    comparisons += times;
    if (comparisons > COMPARISONS_MAX) suspect();
  };
  const colours = () => frames.at(-1)!.colours;
  const isFaint = (x: number, y: number): boolean => {
    count(boxes.length);
    for (let at = boxes.length - 1; at >= 0; at -= 1) {
      const { area, colour, isExact } = boxes[at]!;
      if (x < area.x1 - 1 || x > area.x2 + 1 || y < area.y1 - 1 || y > area.y2 + 1) continue;
      if (!standsOut(state.fill, colour)) return true;
      if (isExact) return false;
    }
    return !standsOut(state.fill, PAPER);
  };
  const finishText = ({ before, state: after }: Shown) => {
    const [a = 1, b = 0, , , e = 0, f = 0] = before;
    const [dx, dy] = [(after.textMatrix[4] ?? 0) - e, (after.textMatrix[5] ?? 0) - f];
    const scale = a * a + b * b;
    if (Math.abs(dx * b - dy * a) > STRAIGHT * scale) return suspect();
    const matrix = multiply(matrixOf(after.ctm), matrixOf(before));
    const { fontSize } = after;
    const area = areaOf([0, fontSize * 0.1, (dx * a + dy * b) / scale, fontSize * 0.6], matrix);
    if (!(shareWithin(area, state.clip) >= CLIPPED_SHARE) || isFaint(matrix[4], matrix[5])) return suspect();
    texts.push(area);
  };
  const show = ([text]: readonly unknown[], current: TextState) => {
    if (text === "" || (Array.isArray(text) && text.length === 0)) return;
    if (current.font?.isType3Font) suspect();
    shown = { before: current.textMatrix.slice(), state: current };
  };
  const cover = (area: Area) => {
    count(texts.length);
    if (texts.some((text) => shareWithin(text, area) > COVERED_SHARE)) suspect();
  };
  const paintPicture = (ctm: Matrix) => {
    const area = intersect(areaOf([0, 0, 1, 1], ctm), state.clip);
    signs.isDrawnOn = true;
    if (pictures.push(area) > BOXES_MAX) suspect();
    cover(area);
  };
  const endPath = (paint: "fill" | "stroke" | "none", ctm: Matrix) => {
    const { points, isCurved, pieces } = path;
    const area = areaOf(path.bounds, ctm);
    path = createPath();
    if (points === 0) return;
    signs.isDrawnOn = true;
    const isSeen = paint === "stroke" || (paint === "fill" && standsOut(state.fill, PAPER));
    if (isSeen && bars.length < BARS_MAX) bars.push(...pieces.map((piece) => areaOf(piece, ctm)).filter(isBar));
    if (paint === "fill") {
      if (boxes.push({ area, colour: state.fill, isExact: !isCurved }) > BOXES_MAX) suspect();
      cover(intersect(area, state.clip));
    }
    if (isClipping) state.clip = isCurved || points < 2 ? NOTHING : intersect(state.clip, area);
    isClipping = false;
  };
  const setFill = (args: readonly unknown[], space: ColourSpace) => {
    if (args.every((each) => typeof each === "number")) state.fill = space.getRgbHex(args as number[], 0);
  };
  const setDevice = (args: readonly unknown[], name: keyof ColourReader["device"]) => {
    state.space = colours().device[name];
    setFill(args, state.space);
  };
  const follow = (name: string, args: readonly unknown[], current: TextState) => {
    switch (name) {
      case "save":
        frames.at(-1)!.saved.push({ ...state });
        break;
      case "restore": {
        const saved = frames.at(-1)!.saved.pop();
        if (!saved) return suspect();
        state = saved;
        break;
      }
      case "setFillGray":
        return setDevice(args, "gray");
      case "setFillRGBColor":
        return setDevice(args, "rgb");
      case "setFillCMYKColor":
        return setDevice(args, "cmyk");
      case "setFillColorSpace":
        state.space = colours().readSpace(args[0]);
        break;
      case "setFillColor":
      case "setFillColorN":
        if (state.space?.name === "Pattern") state.fill = null;
        else setFill(args, state.space ?? colours().device.gray);
        break;
      case "setGState":
        if (!isPlain(colours().resources, args[0])) suspect();
        break;
      case "setTextRenderingMode":
        if (args[0] !== 0 && args[0] !== 2) suspect();
        break;
      case "beginMarkedContentProps":
        if ((args[0] as { name?: string } | null)?.name === "OC") suspect();
        break;
      case "clip":
      case "eoClip":
        isClipping = true;
        break;
      case "endPath":
        return endPath("none", matrixOf(current.ctm));
      case "stroke":
      case "closeStroke":
        return endPath("stroke", matrixOf(current.ctm));
      case "fill":
      case "eoFill":
      case "fillStroke":
      case "eoFillStroke":
      case "closeFillStroke":
      case "closeEOFillStroke":
        return endPath("fill", matrixOf(current.ctm));
      case "showText":
      case "showSpacedText":
        return show(args, current);
      case "nextLineShowText":
      case "nextLineSetSpacingShowText":
        return suspect();
      case "endInlineImage":
        return paintPicture(matrixOf(current.ctm));
      case "paintXObject":
        if (isPicture(colours().resources, args[0])) return paintPicture(matrixOf(current.ctm));
        awaitsForm = true;
        break;
      default:
        path.add(name, args as readonly number[]);
    }
  };
  return {
    get isSuspect() {
      return signs.isSuspect || !signs.isRead;
    },
    get isDrawnOn() {
      return signs.isDrawnOn;
    },
    pictures,
    bars,
    begin({ dict, state: inherited, colours: ofFrame }) {
      awaitsForm = false;
      frames.push({ outside: { ...state }, saved: [], colours: ofFrame });
      const box = inherited ? dict?.getArray("BBox") : null;
      if (inherited && dict?.has("OC")) suspect();
      if (inherited && Array.isArray(box))
        state.clip = intersect(state.clip, areaOf(box as number[], matrixOf(inherited.ctm)));
    },
    settle() {
      // A form that is painted but not read was read before, elsewhere on the page.
      if (awaitsForm) suspect();
      if (shown && !signs.isSuspect) finishText(shown);
      shown = null;
    },
    operator(code, args, current) {
      if (signs.isSuspect) return;
      try {
        follow(names.get(code) ?? "", args, current);
      } catch {
        suspect();
      }
    },
    end(isWhole) {
      if (!isWhole) suspect();
      signs.isRead ||= frames.length === 1;
      state = frames.pop()!.outside;
    },
  };
}

/** Whether a graphics state changes neither opacity nor masks nor fonts. */
function isPlain(resources: PdfDict | null, name: unknown): boolean {
  const states = resources?.get("ExtGState") as Partial<PdfDict> | null | undefined;
  const one = states?.get?.((name as { name: string }).name) as Partial<PdfDict> | null | undefined;
  const [opacity, mask, font] = ["ca", "SMask", "Font"].map((key) => one?.get?.(key));
  const isMasked = typeof (mask as Partial<PdfDict> | undefined)?.get === "function";
  return (opacity === undefined || opacity === 1) && !isMasked && !font;
}

function isPicture(resources: PdfDict | null, name: unknown): boolean {
  const objects = resources?.get("XObject") as Partial<PdfDict> | null | undefined;
  const one = objects?.get?.((name as { name: string }).name) as { dict?: PdfDict } | null | undefined;
  return (one?.dict?.get("Subtype") as { name?: string } | undefined)?.name === "Image";
}

const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [a, b, c, d, e, f];

/** On a pattern, or as one, text may. */
function standsOut(colour: string | null, backdrop: string | null): boolean {
  const [text, under] = [parseColour(colour ?? ""), parseColour(backdrop ?? "")];
  return !text || !under || hasEnoughContrast(text, under);
}
