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
  /** Drawn in the colour of what lies under it, or wholly transparent. */
  readonly unseen: boolean;
}

type Matrix = readonly [number, number, number, number, number, number];
interface Box {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** `null` for a picture or a pattern, which may have any colour. */
  readonly colour: string | null;
}

interface State {
  ctm: Matrix;
  fill: string | null;
  opacity: number;
  mode: number;
  size: number;
  characterSpacing: number;
  wordSpacing: number;
  scale: number;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const PAPER = "#ffffff";
const INVISIBLE_MODE = 3;
/** Most that two colours may differ in a channel to look the same. */
const SAME_COLOUR = 12;
const BOXES_MAX = 2000;

/**
 * Follows colours and areas through a page's drawing to tell which text stands out from what it is drawn on. Text in
 * the invisible rendering mode is the layer that text recognition adds to a scan, and counts as seen.
 */
export function traceText({ fnArray, argsArray, operators }: Drawing): TracedText[] {
  const names = new Map(Object.entries(operators).map(([name, code]) => [code, name]));
  const traced: TracedText[] = [];
  const boxes: Box[] = [];
  const saved: State[] = [];
  let state: State = {
    ctm: IDENTITY,
    fill: "#000000",
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
    if (boxes.length < BOXES_MAX && state.opacity > 0.5) boxes.push({ ...boxOf(area, state.ctm), colour });
  };
  const moveLine = (x: number, y: number) => {
    line = multiply(line, [1, 0, 0, 1, x, y]);
    at = line;
  };
  const show = (glyphs: readonly unknown[]) => {
    const [, , , , x, y] = multiply(state.ctm, at);
    const { text, advance } = measure(glyphs, state);
    at = multiply(at, [1, 0, 0, 1, advance, 0]);
    if (text.trim() === "") return;
    const under = boxes.findLast((box) => x >= box.x1 - 1 && x <= box.x2 + 1 && y >= box.y1 - 1 && y <= box.y2 + 1);
    const backdrop = under ? under.colour : PAPER;
    const unseen = state.mode !== INVISIBLE_MODE && (state.opacity < 0.02 || looksSame(state.fill, backdrop));
    traced.push({ x, y, text, unseen });
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
        break;
      case "transform":
        state.ctm = multiply(state.ctm, args as unknown as Matrix);
        break;
      case "setFillRGBColor":
        state.fill = String(args[0]);
        break;
      case "setFillColorN":
        state.fill = null;
        break;
      case "setGState":
        for (const [key, value] of (args[0] ?? []) as [string, unknown][])
          if (key === "ca") state.opacity = Number(value);
        break;
      case "constructPath":
        if (isFilling(names.get(args[0] ?? -1)) && args[2]) paint(Object.values(args[2]), state.fill);
        break;
      case "shadingFill":
        boxes.push({ x1: -1e6, y1: -1e6, x2: 1e6, y2: 1e6, colour: null });
        break;
      case "paintImageXObject":
      case "paintInlineImageXObject":
      case "paintImageMaskXObject":
      case "paintJpegXObject":
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
        show((args[0] ?? []) as readonly unknown[]);
        break;
    }
  }
  return traced;
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

function looksSame(colour: string | null, backdrop: string | null): boolean {
  if (colour === null || backdrop === null) return false;
  return [1, 3, 5].every((at) => Math.abs(channel(colour, at) - channel(backdrop, at)) <= SAME_COLOUR);
}

function channel(colour: string, at: number): number {
  return Number.parseInt(colour.slice(at, at + 2), 16);
}

/** First `inner`, then `outer`. */
function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function boxOf([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], [a, b, c, d, e, f]: Matrix): Omit<Box, "colour"> {
  const corners = [
    [x1, y1],
    [x1, y2],
    [x2, y1],
    [x2, y2],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return { x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys) };
}
