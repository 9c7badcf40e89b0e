import { Parser } from "htmlparser2";
import type { Colour } from "../css/colour.ts";
import { localName } from "./read-paragraphs.ts";
import { hexColour, shift, type ThemeColours } from "./theme-colours.ts";

/** In English metric units, 12,700 to a point. */
export interface ShapeBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LetterLook {
  /** Hundredths of a point. */
  readonly size?: number;
  /** `null` where it cannot be told, as in a gradient. */
  readonly colour?: Colour | null;
  readonly struck?: boolean;
}

interface ShapeRun extends LetterLook {
  readonly text: string;
}

export interface ShapeParagraph {
  readonly level: number;
  readonly runs: ShapeRun[];
  /** Row and cell of a table that it is in. */
  readonly cell: { readonly row: object; readonly cell: object; fill: Colour | null | undefined } | null;
}

/** `null` of a fill is an image, a gradient or a pattern; undefined is none. */
export interface Shape {
  readonly kind: "sp" | "pic" | "graphicFrame" | "cxnSp";
  box: ShapeBox | undefined;
  fill: Colour | null | undefined;
  hidden: boolean;
  placeholder: { readonly type: string; readonly index: string | undefined } | null;
  readonly levels: Map<number, LetterLook>;
  readonly paragraphs: ShapeParagraph[];
}

export interface ShapeTree {
  readonly shapes: readonly Shape[];
  readonly background: Colour | null | undefined;
  /** Of a master: how letters look in titles, bodies and all else. */
  readonly textStyles: ReadonlyMap<string, ReadonlyMap<number, LetterLook>>;
}

type Attributes = Record<string, string>;
const FILLS = new Set(["solidFill", "noFill", "gradFill", "blipFill", "pattFill", "grpFill"]);

/** Shapes of a slide, a layout or a master in the order in which they are drawn. */
export function parseShapes(xml: string, colourOf: (scheme: string) => Colour | undefined): ShapeTree {
  const shapes: Shape[] = [];
  const textStyles = new Map<string, Map<number, LetterLook>>();
  const path: string[] = [];
  const groups: { box: ShapeBox; inner: ShapeBox }[] = [];
  let background: Colour | null | undefined;
  let shape: Shape | null = null;
  let styleLevels: Map<number, LetterLook> | null = null;
  let paragraph: ShapeParagraph | null = null;
  let run: { text: string; size?: number; colour?: Colour | null; struck?: boolean } | null = null;
  let row: object | null = null;
  let cell: ShapeParagraph["cell"] = null;
  let fill: { owner: string; colour: Colour | null | undefined } | null = null;
  let frame: { x: number; y: number; width: number; height: number; inner: ShapeBox } | null = null;

  const give = (owner: string, colour: Colour | null | undefined) => {
    if (owner === "rPr" && run) run.colour = colour === undefined ? [0, 0, 0, 0] : colour;
    else if (owner === "defRPr") setLevel({ colour: colour === undefined ? [0, 0, 0, 0] : colour });
    else if (owner === "tcPr" && cell) cell.fill = colour;
    else if (owner === "bgPr" || owner === "bgRef") background = colour;
    else if ((owner === "spPr" || (owner === "fillRef" && shape?.fill === undefined)) && shape) shape.fill = colour;
  };
  const setLevel = (look: LetterLook) => {
    const level = Number(/^lvl(\d)pPr$/.exec(path.findLast((tag) => /^lvl\dpPr$/.test(tag)) ?? "")?.[1] ?? 1) - 1;
    const levels = shape ? shape.levels : styleLevels;
    levels?.set(level, { ...levels.get(level), ...look });
  };
  const openColour = (tag: string, attributes: Attributes) => {
    if (!fill) return;
    if (tag === "srgbClr") fill.colour = hexColour(attributes.val) ?? null;
    else if (tag === "schemeClr") fill.colour = colourOf(attributes.val ?? "") ?? null;
    else if (tag === "sysClr") fill.colour = hexColour(attributes.lastClr) ?? null;
    else if (tag === "prstClr") fill.colour = PRESETS[attributes.val ?? ""] ?? null;
    else if (fill.colour) fill.colour = adjust(fill.colour, tag, Number(attributes.val ?? attributes.amt));
  };
  const open = (tag: string, attributes: Attributes) => {
    const parent = path.at(-1) ?? "";
    switch (tag) {
      case "sp":
      case "pic":
      case "graphicFrame":
      case "cxnSp":
        shape = {
          kind: tag,
          box: undefined,
          fill: undefined,
          hidden: false,
          placeholder: null,
          levels: new Map(),
          paragraphs: [],
        };
        if (tag === "pic") shape.fill = null;
        shapes.push(shape);
        break;
      case "cNvPr":
        if (shape && /^(?:1|true)$/.test(attributes.hidden ?? "")) shape.hidden = true;
        break;
      case "ph":
        if (shape) shape.placeholder = { type: attributes.type ?? "obj", index: attributes.idx };
        break;
      case "xfrm":
        frame = { x: 0, y: 0, width: 0, height: 0, inner: { x: 0, y: 0, width: 0, height: 0 } };
        break;
      case "off":
        if (frame) [frame.x, frame.y] = [Number(attributes.x), Number(attributes.y)];
        break;
      case "ext":
        if (frame && attributes.cx !== undefined)
          [frame.width, frame.height] = [Number(attributes.cx), Number(attributes.cy)];
        break;
      case "chOff":
        if (frame) frame.inner = { ...frame.inner, x: Number(attributes.x), y: Number(attributes.y) };
        break;
      case "chExt":
        if (frame) frame.inner = { ...frame.inner, width: Number(attributes.cx), height: Number(attributes.cy) };
        break;
      case "titleStyle":
      case "bodyStyle":
      case "otherStyle":
        styleLevels = new Map();
        textStyles.set(tag, styleLevels);
        break;
      case "tr":
        row = {};
        break;
      case "tc":
        cell = { row: row ?? {}, cell: {}, fill: undefined };
        break;
      case "p":
        paragraph = { level: 0, runs: [], cell };
        shape?.paragraphs.push(paragraph);
        break;
      case "pPr":
        if (paragraph && attributes.lvl) Object.assign(paragraph, { level: Number(attributes.lvl) });
        break;
      case "r":
      case "fld":
        run = { text: "" };
        break;
      case "rPr":
        if (run && attributes.sz) run.size = Number(attributes.sz);
        if (run && attributes.strike) run.struck = isStrike(attributes.strike);
        break;
      case "defRPr":
        if (attributes.sz) setLevel({ size: Number(attributes.sz) });
        if (attributes.strike) setLevel({ struck: isStrike(attributes.strike) });
        break;
      case "tab":
      case "br":
        if (parent === "p" || parent === "r") paragraph?.runs.push({ text: tag === "tab" ? "\t" : " " });
        break;
      case "bgRef":
      case "fillRef":
        fill = attributes.idx === "0" ? null : { owner: tag, colour: undefined };
        break;
    }
    if (FILLS.has(tag) && parent !== "ln")
      fill = { owner: parent, colour: tag === "noFill" || tag === "solidFill" ? undefined : null };
    else openColour(tag, attributes);
    path.push(tag);
  };
  const close = (tag: string) => {
    path.pop();
    if ((FILLS.has(tag) || tag === "bgRef" || tag === "fillRef") && fill) {
      // A shape without fill shows what is behind it, letters without fill show nothing.
      if (!(tag === "noFill" && fill.owner === "spPr")) give(fill.owner, fill.colour);
      fill = null;
    } else if (tag === "grpSp") groups.pop();
    else if (tag === "xfrm" && frame) {
      const { inner, ...box } = frame;
      if (path.at(-1) === "grpSpPr") groups.push({ box: toSlide(box, groups), inner });
      else if (shape) shape.box = toSlide(box, groups);
      frame = null;
    } else if ((tag === "r" || tag === "fld") && run) {
      paragraph?.runs.push(run);
      run = null;
    } else if (tag === "tc") cell = null;
    else if (tag === "p") paragraph = null;
    else if (tag === "sp" || tag === "pic" || tag === "graphicFrame" || tag === "cxnSp") shape = null;
    else if (/^(?:title|body|other)Style$/.test(tag)) styleLevels = null;
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open(localName(name), attributes),
      onclosetag: (name) => close(localName(name)),
      ontext(text) {
        if (run && path.at(-1) === "t") run.text += text;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { shapes, background, textStyles };
}

function isStrike(value: string): boolean {
  return value !== "noStrike";
}

/** Groups scale and move what is in them. */
function toSlide(box: ShapeBox, groups: readonly { box: ShapeBox; inner: ShapeBox }[]): ShapeBox {
  const group = groups.at(-1);
  if (!group || group.inner.width === 0 || group.inner.height === 0) return box;
  const [across, down] = [group.box.width / group.inner.width, group.box.height / group.inner.height];
  return {
    x: group.box.x + (box.x - group.inner.x) * across,
    y: group.box.y + (box.y - group.inner.y) * down,
    width: box.width * across,
    height: box.height * down,
  };
}

const PRESETS: Readonly<Record<string, Colour>> = { white: [1, 1, 1, 1], black: [0, 0, 0, 1] };

function adjust(colour: Colour, tag: string, value: number): Colour {
  const share = value / 100_000;
  const [red, green, blue, alpha] = colour;
  if (tag === "alpha") return [red, green, blue, share];
  if (tag === "tint" || tag === "lumOff") return shift(colour, tag === "tint" ? 1 - share : share);
  if (tag === "shade" || tag === "lumMod") return [red * share, green * share, blue * share, alpha];
  return colour;
}

export type SchemeColours = (scheme: string) => Colour | undefined;

/** Names of a scheme as a master maps them onto its theme. */
export function createScheme(theme: ThemeColours, masterXml: string): SchemeColours {
  const map = /<(?:\w+:)?clrMap\b([^>]*)>/.exec(masterXml)?.[1] ?? "";
  const mapped = new Map([...map.matchAll(/(\w+)="(\w+)"/g)].map(([, from, to]) => [from, to!]));
  const standard: Record<string, string> = { bg1: "lt1", tx1: "dk1", bg2: "lt2", tx2: "dk2" };
  return (scheme) => theme.get(mapped.get(scheme) ?? standard[scheme] ?? scheme);
}
