import { type LengthScale, measure, parseValue, readLength, readLengths } from "./read-length.ts";

/** The winning value of a property among those named, after inheritance and variables; undefined if none is set. */
export type ReadValue = <T>(
  properties: readonly string[],
  read: (value: string, property: string) => T | undefined,
) => T | undefined;

const VIEWPORT_WIDTH = 1280;
/** Offsets from which on an element is taken to lie outside its window. */
const OUT_OF_WINDOW_PX = 100;
const OUT_BY_MARGIN_PX = 150;
const FAR_RIGHT_PX = 2500;
const SCARCE_PX = 3;

/** Whether an element's own box hides all that is in it. */
export function isGone(value: ReadValue, em: number): boolean {
  const scale: LengthScale = { em, whole: VIEWPORT_WIDTH };
  return (
    value(["display"], readDisplay) === "none" ||
    value(["content-visibility"], keyword("visible", "auto", "hidden")) === "hidden" ||
    value(["mso-hide"], keyword("all", "none")) === "all" ||
    value(["content"], (text) => /url\(|image/i.test(text)) === true ||
    (value(["zoom"], (text) => readLength(text, { em: 1, whole: 1 })) ?? 1) < 0.2 ||
    isMovedAway(value, scale) ||
    isClipped(value, scale) ||
    isSqueezed(value, scale) ||
    isTransformedAway(value, scale) ||
    isFiltered(value)
  );
}

const DISPLAYS =
  /^(?:none|contents|(?:-\w+-)?(?:inline-?)?(?:block|inline|flow|flow-root|flex|flexbox|box|grid|table|list-item|run-in|ruby|math)(?:-[\w-]+)?)(?:\s+[\w-]+)*$/;

function readDisplay(text: string): string | undefined {
  return DISPLAYS.test(text) ? text : undefined;
}

export function keyword(...allowed: string[]): (text: string) => string | undefined {
  return (text) => (allowed.includes(text) ? text : undefined);
}

function isMovedAway(value: ReadValue, scale: LengthScale): boolean {
  const length = (names: string[], side: number) => value(names, (text, name) => sideOf(text, name, side, scale)) ?? 0;
  const margins = ["top", "right", "bottom", "left"].map((side, at) =>
    length([`margin-${side}`, "margin", ...logical("margin", at)], at),
  );
  const position =
    value(["position"], keyword("static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky")) ?? "static";
  if (position === "static") return margins.some((margin) => margin <= -OUT_BY_MARGIN_PX);
  const [top, right, bottom, left] = ["top", "right", "bottom", "left"].map((side, at) =>
    length([side, "inset", ...logical("inset", at)], at),
  ) as [number, number, number, number];
  if ((value(["z-index"], (text) => readLength(text, scale)) ?? 0) < 0) return true;
  const [down, across] = [top + margins[0]!, left + margins[3]!];
  return (
    [down, across, right + margins[1]!, bottom + margins[2]!].some((offset) => offset <= -OUT_OF_WINDOW_PX) ||
    Math.max(across, right) >= FAR_RIGHT_PX ||
    (position === "fixed" && Math.max(down, bottom) >= FAR_RIGHT_PX)
  );
}

function logical(kind: "margin" | "inset", side: number): string[] {
  const axis = side % 2 === 0 ? "block" : "inline";
  return [`${kind}-${axis}`, `${kind}-${axis}-${side === 0 || side === 3 ? "start" : "end"}`];
}

/** One side of a value that names one to four, in the order top, right, bottom, left. */
function sideOf(text: string, property: string, side: number, scale: LengthScale): number | undefined {
  const lengths = readLengths(text, scale);
  const ofAxis = /(?:block|inline)$/.test(property);
  const start = side === 0 || side === 3 ? 0 : 1;
  const at = ofAxis ? Math.min(start, lengths.length - 1) : PLACES[lengths.length - 1]?.[side];
  return at === undefined ? undefined : (lengths[at] ?? 0);
}

const PLACES = [
  [0, 0, 0, 0],
  [0, 1, 0, 1],
  [0, 1, 2, 1],
  [0, 1, 2, 3],
];

function isClipped(value: ReadValue, scale: LengthScale): boolean {
  const clip = value(["clip"], (text) => (/^(?:auto|rect\(.*\))$/s.test(text) ? text : undefined)) ?? "auto";
  if (clip !== "auto" && isEmptyRectangle(clip, scale)) return true;
  const path = value(["clip-path", "-webkit-clip-path"], (text) => text) ?? "none";
  return path !== "none" && !isOpenPath(path, scale);
}

function isEmptyRectangle(clip: string, scale: LengthScale): boolean {
  const [rectangle] = parseValue(clip);
  if (rectangle?.type !== "Function") return false;
  const sides = rectangle.children
    .toArray()
    .flatMap((node) => (node.type === "Operator" ? [] : [measure(node, scale)]));
  const [top = 0, right = null, bottom = null, left = 0] = sides;
  return (right !== null && right - (left ?? 0) <= SCARCE_PX) || (bottom !== null && bottom - (top ?? 0) <= SCARCE_PX);
}

/** Whether a path certainly leaves something to be seen. */
function isOpenPath(path: string, scale: LengthScale): boolean {
  const [shape] = parseValue(path);
  if (shape?.type === "Identifier") return /^(?:.*-box)$/.test(shape.name);
  if (shape?.type !== "Function") return false;
  const of = { ...scale, whole: 100 };
  const numbers = shape.children.toArray().flatMap((node) => (node.type === "Operator" ? [] : [measure(node, of)]));
  const lengths = numbers.filter((number) => number !== null);
  switch (shape.name.toLowerCase()) {
    case "inset": {
      const [top = 0, right = top, bottom = top, left = right] = lengths;
      return top + bottom < 90 && left + right < 90;
    }
    case "circle":
    case "ellipse":
      return lengths.length === 0 || Math.min(...lengths.slice(0, 1)) > 10;
    case "polygon": {
      const xs = lengths.filter((_, at) => at % 2 === 0);
      const ys = lengths.filter((_, at) => at % 2 === 1);
      const span = (all: number[]) => Math.min(Math.max(...all), 100) - Math.max(Math.min(...all), 0);
      return lengths.length >= 6 && lengths.length % 2 === 0 && span(xs) > 10 && span(ys) > 10;
    }
    default:
      return false;
  }
}

/** Too small a box that shows nothing next to itself. */
function isSqueezed(value: ReadValue, scale: LengthScale): boolean {
  const cuts = value(["overflow", "overflow-x", "overflow-y", "overflow-inline", "overflow-block"], (text) => text);
  if (cuts === undefined || /^visible$/.test(cuts)) return false;
  // Percentages depend on what is around: none but 0 % is scarce.
  const of = { ...scale, whole: 10_000 };
  const isScarce = (names: string[]) => {
    const length = value(names, (text) => readLength(text, of));
    return length !== undefined && length <= SCARCE_PX;
  };
  return (
    isScarce(["height", "block-size"]) ||
    isScarce(["width", "inline-size"]) ||
    isScarce(["max-height", "max-block-size"]) ||
    isScarce(["max-width", "max-inline-size"]) ||
    value(["line-height"], (text) => readLength(text, { ...scale, whole: scale.em })) === 0
  );
}

function isTransformedAway(value: ReadValue, scale: LengthScale): boolean {
  const of = { ...scale, whole: 1000 };
  const transform =
    value(["transform", "-webkit-transform", "-moz-transform", "-ms-transform"], (text) => text) ?? "none";
  const steps = parseValue(transform).flatMap((node) => (node.type === "Function" ? [node] : []));
  if (
    steps.some(({ name, children }) => {
      const numbers = children
        .toArray()
        .flatMap((node) =>
          node.type === "Operator"
            ? []
            : [node.type === "Dimension" && /deg|rad|turn/i.test(node.unit) ? degrees(node) : measure(node, of)],
        );
      return hidesByStep(name.toLowerCase(), numbers);
    })
  )
    return true;
  const translate = value(["translate"], (text) => (text === "none" ? [] : readLengths(text, of))) ?? [];
  const scales = value(["scale"], (text) => (text === "none" ? [] : readLengths(text, { em: 1, whole: 1 }))) ?? [];
  return (
    hidesByStep("translate", translate) ||
    hidesByStep("scale", scales) ||
    /\b[xy]\s+-?(?:90|270)deg/.test(value(["rotate"], (text) => text) ?? "")
  );
}

function degrees(node: { value: string; unit: string }): number {
  const factors: Record<string, number> = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 };
  return Number(node.value) * (factors[node.unit.toLowerCase()] ?? 1);
}

function hidesByStep(name: string, numbers: readonly (number | null)[]): boolean {
  if (numbers.includes(null)) return true;
  const values = numbers as readonly number[];
  if (name.startsWith("translate")) return values.some((by) => Math.abs(by) >= 1000);
  if (name.startsWith("scale")) return values.some((by) => Math.abs(by) < 0.1);
  if (name === "matrix") {
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = values;
    return Math.abs(a * d - b * c) < 0.01 || Math.abs(x) >= 1000 || Math.abs(y) >= 1000;
  }
  if (name === "matrix3d") return true;
  if (name === "rotatex" || name === "rotatey") return Math.abs(Math.cos(((values[0] ?? 0) * Math.PI) / 180)) < 0.1;
  return name === "skew" || name === "skewx" || name === "skewy" ? values.some((by) => Math.abs(by) > 80) : false;
}

function isFiltered(value: ReadValue): boolean {
  const filter = value(["filter", "-webkit-filter"], (text) => text) ?? "none";
  const unreadable = parseValue(filter).some((node) => {
    if (node.type === "Url") return true;
    if (node.type !== "Function") return false;
    const amount = node.children.first ? measure(node.children.first, { em: 16, whole: 1 }) : null;
    const name = node.name.toLowerCase();
    if (name === "blur") return (amount ?? 0) >= 4;
    return /^(?:opacity|brightness|contrast)$/.test(name) && amount !== null && (amount < 0.15 || amount > 20);
  });
  const mask = value(["mask", "mask-image", "-webkit-mask", "-webkit-mask-image"], (text) => text) ?? "none";
  return (
    unreadable ||
    !/^(?:none|$)/.test(mask) ||
    !["normal", undefined].includes(value(["mix-blend-mode"], (text) => text))
  );
}
