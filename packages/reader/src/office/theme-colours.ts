import { Parser } from "htmlparser2";
import { type Colour, parseColour } from "../css/colour.ts";
import type { Package } from "./open-package.ts";
import { localName } from "./read-paragraphs.ts";

/** Colours of an Office theme by the names of its scheme, such as `lt1` and `accent2`. */
export type ThemeColours = ReadonlyMap<string, Colour>;

const OFFICE: readonly (readonly [string, string])[] = [
  ["dk1", "000000"],
  ["lt1", "FFFFFF"],
  ["dk2", "44546A"],
  ["lt2", "E7E6E6"],
  ["accent1", "4472C4"],
  ["accent2", "ED7D31"],
  ["accent3", "A5A5A5"],
  ["accent4", "FFC000"],
  ["accent5", "5B9BD5"],
  ["accent6", "70AD47"],
  ["hlink", "0563C1"],
  ["folHlink", "954F72"],
];

/** Those of a theme part, over Office's own. */
export function readThemeColours(parts: Package, name: string | undefined): ThemeColours {
  const colours = new Map(OFFICE.map(([key, hex]) => [key, hexColour(hex)!]));
  let current: string | null = null;
  const parser = new Parser(
    {
      onopentag(tagName, attributes) {
        const tag = localName(tagName);
        if (colours.has(tag)) current = tag;
        const hex = tag === "srgbClr" ? attributes.val : tag === "sysClr" ? attributes.lastClr : undefined;
        const colour = current === null ? undefined : hexColour(hex);
        if (colour) colours.set(current!, colour);
      },
      onclosetag(tagName) {
        if (localName(tagName) === current) current = null;
      },
    },
    { xmlMode: true },
  );
  parser.end(name === undefined ? "" : (parts.read(name) ?? ""));
  return colours;
}

export function hexColour(hex: string | undefined): Colour | undefined {
  return hex !== undefined && /^[0-9a-f]{6}$/i.test(hex) ? parseColour(`#${hex}`) : undefined;
}

/** Lighter for a positive share, darker for a negative one. */
export function shift([red, green, blue, alpha]: Colour, share: number): Colour {
  const move = (channel: number) => (share >= 0 ? channel + (1 - channel) * share : channel * (1 + share));
  return [move(red), move(green), move(blue), alpha];
}
