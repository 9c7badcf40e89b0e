import type { Candidate } from "./cascade.ts";
import { isGone, keyword, type ReadValue } from "./classify-box.ts";
import { BLACK, blend, type Colour, DARK_CANVAS, parseColour, WHITE } from "./colour.ts";
import type { Look } from "./look.ts";
import { readLength } from "./read-length.ts";
import type { StyledElement } from "./styled-element.ts";
import { substituteVariables } from "./substitute-variables.ts";

/** Gives an element the look that its declarations, the one that wins first, make of its parent's. */
export function inheritLook(
  parent: Look,
  candidates: readonly Candidate[],
  element: StyledElement,
  dark: boolean,
): Look {
  const variables = readVariables(parent.variables, candidates);
  const value = createReader(candidates, variables);
  const root = element.parent === null ? rootLook(parent, value, dark) : parent;
  const fontSizePx = readFontSize(value, root.fontSizePx);
  const colour =
    value(
      ["color"],
      inherited((text) => readColour(text, root.colour, dark), root.colour, BLACK),
    ) ?? root.colour;
  const fill =
    value(
      ["-webkit-text-fill-color"],
      inherited((text) => readColour(text, colour, dark), root.fill, null),
    ) ?? root.fill;
  const visibility = value(["visibility"], keyword("visible", "hidden", "collapse", "initial"));
  const behind = readBackdrop(value, root.backdrop, colour, dark);
  const cut =
    value(["background-clip", "-webkit-background-clip", "background"], (text) => /\btext\b/.test(text)) === true;
  // A background that is cut to the letters shows through them.
  const shown = cut && (fill ?? colour)[3] < 0.5 ? behind?.[0] : undefined;
  return {
    gone: root.gone || isGone(value, fontSizePx),
    visible: visibility === undefined ? root.visible : visibility === "visible" || visibility === "initial",
    opacity: root.opacity * (value(["opacity"], readOpacity) ?? 1),
    colour: shown ?? colour,
    fill: shown ? null : fill,
    backdrop: cut ? root.backdrop : behind,
    fontSizePx,
    garbled: isGarbled(value, fontSizePx) ?? root.garbled,
    struck: root.struck || value(LINES, (text) => /\bline-through\b/.test(text)) === true,
    variables,
  };
}

const LINES = ["text-decoration", "text-decoration-line", "-webkit-text-decoration", "-webkit-text-decoration-line"];
const KEYWORDS = new Set(["inherit", "unset", "revert", "revert-layer"]);

function inherited<T, I>(
  read: (text: string) => T | undefined,
  ofParent: I,
  initial: I,
): (text: string) => T | I | undefined {
  return (text) => (KEYWORDS.has(text) ? ofParent : text === "initial" ? initial : read(text));
}

function createReader(candidates: readonly Candidate[], variables: ReadonlyMap<string, string>): ReadValue {
  return (properties, read) => {
    for (const { property, value } of candidates) {
      const reset = property === "all";
      if (!reset && !properties.includes(property)) continue;
      const text = substituteVariables(value, variables);
      // A reference to a variable that is not set leaves the property as if nothing had been said.
      if (text === null) return undefined;
      const found = read(text.toLowerCase(), property);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function readVariables(
  above: ReadonlyMap<string, string>,
  candidates: readonly Candidate[],
): ReadonlyMap<string, string> {
  const own = candidates.filter(({ property }) => property.startsWith("--"));
  if (own.length === 0) return above;
  const variables = new Map(above);
  for (const { property, value } of own.toReversed()) if (value !== "inherit") variables.set(property, value);
  return variables;
}

function rootLook(parent: Look, value: ReadValue, dark: boolean): Look {
  const scheme = value(["color-scheme"], (text) => text) ?? "";
  const isDark = scheme.includes("dark") && (dark || !scheme.includes("light"));
  return isDark ? { ...parent, colour: WHITE, backdrop: [DARK_CANVAS] } : parent;
}

const SIZES: Readonly<Record<string, number>> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
  "xxx-large": 48,
  initial: 16,
};

function readFontSize(value: ReadValue, parentPx: number): number {
  const scale = { em: parentPx, whole: parentPx };
  const size = (text: string): number | undefined => {
    if (KEYWORDS.has(text)) return parentPx;
    if (text === "smaller") return parentPx / 1.2;
    if (text === "larger") return parentPx * 1.2;
    return SIZES[text] ?? readLength(text, scale);
  };
  return (
    value(["font-size", "font"], (text, property) => (property === "font" ? readFont(text, size) : size(text))) ??
    parentPx
  );
}

const FONT_SIZE =
  /(?:^|\s)((?:xxx?|x)-(?:small|large)|small|medium|large|smaller|larger|(?:calc|min|max|clamp)\(.*?\)+|[-+]?[\d.]+(?:[a-z]+|%)|0(?=\s*\/|\s))/;

/** The size in a `font` shorthand, the first length in it. */
function readFont(text: string, size: (text: string) => number | undefined): number | undefined {
  if (KEYWORDS.has(text) || text === "initial") return size(text);
  const found = FONT_SIZE.exec(text)?.[1];
  return found === undefined ? undefined : size(found);
}

function readOpacity(text: string): number | undefined {
  const amount = readLength(text, { em: 16, whole: 1 });
  return amount === undefined ? undefined : Math.max(0, Math.min(1, amount));
}

function readColour(text: string, current: Colour, dark: boolean): Colour | undefined {
  if (text === "currentcolor") return current;
  const pair = /^light-dark\((.*)\)$/s.exec(text)?.[1];
  if (pair !== undefined) {
    const [light = "", other = ""] = splitTopLevel(pair);
    return readColour(dark ? other : light, current, dark);
  }
  return parseColour(text);
}

/** One that is in the file; an image from elsewhere is as absent as a style sheet from there. */
const PICTURE = /\burl\(\s*["']?data:|\b(?:element|paint)\(/;
const GRADIENT = /gradient\(/;

/** The colours under the text of an element; `null` under an image that is in the file. */
function readBackdrop(value: ReadValue, under: Look["backdrop"], current: Colour, dark: boolean): Look["backdrop"] {
  const colour = value(["background-color", "background"], (text, property) =>
    property === "background-color"
      ? readColour(text === "initial" ? "transparent" : text, current, dark)
      : readShorthand(text, current, dark),
  );
  const image = value(["background-image", "background"], (text) => text) ?? "none";
  const onto = (top: readonly Colour[]) => top.flatMap((each) => (under ?? [WHITE]).map((below) => blend(each, below)));
  const filled = colour === undefined || colour[3] === 0 ? under : colour[3] === 1 ? [colour] : under && onto([colour]);
  if (GRADIENT.test(image)) {
    const stops = listColours(image).map((stop) => readColour(stop, current, dark) ?? null);
    const found = stops.filter((stop) => stop !== null);
    return (
      filled &&
      [...filled, ...found.flatMap((stop) => filled.map((below) => blend(stop, below)))].slice(
        found.every(([, , , alpha]) => alpha === 1) && found.length > 0 ? filled.length : 0,
      )
    );
  }
  if (!PICTURE.test(image)) return filled;
  // One that is not repeated is mostly a mark next to the line.
  return /no-repeat/.test(`${image} ${value(["background-repeat"], (text) => text)}`) ? filled : null;
}

function readShorthand(text: string, current: Colour, dark: boolean): Colour {
  const layers = splitTopLevel(text);
  for (const part of splitTopLevel(layers.at(-1) ?? "", /[\s/]/)) {
    const colour = readColour(part, current, dark);
    if (colour) return colour;
  }
  return [0, 0, 0, 0];
}

function listColours(image: string): string[] {
  return [
    ...image.matchAll(
      /#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix)\((?:[^()]|\([^()]*\))*\)|\b[a-z]+\b(?!\()/g,
    ),
  ]
    .map(([text]) => text)
    .filter((text) => parseColour(text) !== undefined || text === "currentcolor");
}

function splitTopLevel(text: string, at: RegExp = /,/): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth === 0 && at.test(character)) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** Undefined where nothing says how letters are laid out. */
function isGarbled(value: ReadValue, em: number): boolean | undefined {
  const indent = value(["text-indent"], (text) => readLength(text.split(/\s/)[0] ?? "", { em, whole: 1000 }));
  const spacing = value(["letter-spacing"], (text) => (text === "normal" ? 0 : readLength(text, { em, whole: em })));
  const dotted = value(["-webkit-text-security"], keyword("none", "disc", "circle", "square"));
  if (indent === undefined && spacing === undefined && dotted === undefined) return undefined;
  return Math.abs(indent ?? 0) >= 300 || (spacing ?? 0) <= -0.3 * em || (dotted ?? "none") !== "none";
}
