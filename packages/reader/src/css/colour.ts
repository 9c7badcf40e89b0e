import { color as readColor, serializeRGB } from "@csstools/css-color-parser";
import { isTokenNode, parseComponentValue } from "@csstools/css-parser-algorithms";
import { isTokenNumber, tokenize } from "@csstools/css-tokenizer";

/** Red, green, blue and alpha, each from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

export const WHITE: Colour = [1, 1, 1, 1];
export const BLACK: Colour = [0, 0, 0, 1];
export const DARK_CANVAS: Colour = [0.07, 0.07, 0.07, 1];

const SYSTEM: Readonly<Record<string, Colour>> = {
  canvas: WHITE,
  canvastext: BLACK,
  linktext: [0, 0, 0.93, 1],
  visitedtext: [0.33, 0.1, 0.55, 1],
  buttonface: [0.94, 0.94, 0.94, 1],
  buttontext: BLACK,
  field: WHITE,
  fieldtext: BLACK,
  graytext: [0.5, 0.5, 0.5, 1],
  mark: [1, 1, 0, 1],
  marktext: BLACK,
  windowtext: BLACK,
  window: WHITE,
};

const known = new Map<string, Colour | undefined>();
const KNOWN_MAX = 2000;
const TEXT_LENGTH_MAX = 300;

/** Undefined for what is no colour. */
export function parseColour(text: string): Colour | undefined {
  const key = text.trim().toLowerCase();
  if (key.length > TEXT_LENGTH_MAX) return undefined;
  if (known.has(key)) return known.get(key);
  const colour = SYSTEM[key] ?? convert(key);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(key, colour);
  return colour;
}

function convert(text: string): Colour | undefined {
  const value = parseComponentValue(tokenize({ css: text }));
  const data = value && readColor(value);
  if (!data) return undefined;
  const channels = serializeRGB(data).value.flatMap((node) =>
    isTokenNode(node) && isTokenNumber(node.value) ? [node.value[4].value] : [],
  );
  const [red = 0, green = 0, blue = 0, alpha = 1] = channels;
  return [red / 255, green / 255, blue / 255, alpha];
}

export function blend([red, green, blue, alpha]: Colour, under: Colour): Colour {
  const mix = (top: number, below: number) => top * alpha + below * (1 - alpha);
  return [mix(red, under[0]), mix(green, under[1]), mix(blue, under[2]), 1];
}

/** From 1 (equal) to 21 (black on white), as the Web Content Accessibility Guidelines define it; both opaque. */
function contrastOf(a: Colour, b: Colour): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number) => (channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Least contrast at which a text is taken to stand out. */
const CONTRAST_MIN = 1.3;

/** Equal luminance is not equal colour: red on green has little contrast and is still seen. */
export function hasEnoughContrast(text: Colour, backdrop: Colour): boolean {
  const seen = blend(text, backdrop);
  if (contrastOf(seen, backdrop) >= CONTRAST_MIN) return true;
  return [0, 1, 2].some((channel) => Math.abs(seen[channel]! - backdrop[channel]!) > 0.35);
}
