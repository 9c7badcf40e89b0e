import { Parser } from "htmlparser2";
import type { Colour } from "../css/colour.ts";
import type { Package } from "./open-package.ts";
import { localName } from "./read-paragraphs.ts";
import { hexColour, readThemeColours, shift, type ThemeColours } from "./theme-colours.ts";

/** What a run or a style says about how text looks; undefined where it says nothing. */
export interface WordLook {
  readonly hidden?: boolean;
  readonly struck?: boolean;
  readonly doublyStruck?: boolean;
  readonly halfPoints?: number;
  /** In percent of the letters' own width. */
  readonly widthPercent?: number;
  /** `auto` is black or white, whichever is seen. */
  readonly colour?: Colour | "auto";
  readonly shading?: Colour | "none";
}

interface Style {
  readonly basedOn: string | undefined;
  readonly look: WordLook;
  /** Shading that parts of a table style give. */
  readonly shadings: readonly Colour[];
}

export interface WordStyles {
  /** What a style and those that it is based on say. */
  look(id: string | undefined): WordLook;
  /** All shadings that a table style gives to any of its parts. */
  shadings(id: string | undefined): readonly Colour[];
  readonly defaults: WordLook;
  readonly theme: ThemeColours;
  /** The default style of paragraphs. */
  readonly defaultParagraph: string | undefined;
}

const BASED_ON_MAX = 20;

export function readWordStyles(parts: Package): WordStyles {
  const theme = readThemeColours(
    parts,
    parts.names.find((name) => /^word\/theme\/theme\d*\.xml$/i.test(name)),
  );
  const styles = new Map<string, Style>();
  let defaults: WordLook = {};
  let defaultParagraph: string | undefined;
  let id: string | undefined;
  let basedOn: string | undefined;
  let look: WordLook = {};
  let shadings: Colour[] = [];
  let inDefaults = false;
  const parser = new Parser(
    {
      onopentag(name, raw) {
        const tag = localName(name);
        const attributes = localAttributes(raw);
        if (tag === "rPrDefault") [inDefaults, look] = [true, {}];
        else if (tag === "style") {
          [id, basedOn, look, shadings] = [attributes.styleId, undefined, {}, []];
          if (attributes.type === "paragraph" && /^(?:1|true|on)$/.test(attributes.default ?? ""))
            defaultParagraph = id;
        } else if (tag === "basedOn") basedOn = attributes.val;
        else if (id !== undefined || inDefaults) {
          look = { ...look, ...readProperty(tag, attributes, theme) };
          if (tag === "shd" && look.shading && look.shading !== "none") shadings.push(look.shading);
        }
      },
      onclosetag(name) {
        const tag = localName(name);
        if (tag === "rPrDefault") [inDefaults, defaults] = [false, look];
        else if (tag === "style" && id !== undefined) {
          styles.set(id, { basedOn, look, shadings });
          id = undefined;
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(parts.read("word/styles.xml") ?? "");

  const chain = (start: string | undefined): Style[] => {
    const found: Style[] = [];
    for (let at = start; at !== undefined && found.length < BASED_ON_MAX; at = found.at(-1)!.basedOn) {
      const style = styles.get(at);
      if (!style) break;
      found.push(style);
    }
    return found;
  };
  return {
    look: (start) =>
      Object.assign(
        {},
        ...chain(start)
          .toReversed()
          .map((style) => style.look),
      ),
    shadings: (start) => chain(start).flatMap((style) => style.shadings),
    defaults,
    theme,
    defaultParagraph,
  };
}

/** What one property of a run says. */
export function readProperty(tag: string, attributes: Record<string, string>, theme: ThemeColours): WordLook {
  switch (tag) {
    case "vanish":
    case "specVanish":
      return { hidden: isOn(attributes) };
    case "strike":
      return { struck: isOn(attributes) };
    case "dstrike":
      return { doublyStruck: isOn(attributes) };
    case "sz":
      return { halfPoints: Number(attributes.val) };
    case "w":
      return { widthPercent: Number.parseFloat(attributes.val ?? "100") };
    case "color":
      return { colour: readColour(attributes, theme) };
    case "shd":
      return { shading: readShading(attributes, theme) };
    case "highlight":
      return { shading: HIGHLIGHTS[attributes.val ?? ""] ?? "none" };
    default:
      return {};
  }
}

function isOn({ val = "1" }: Record<string, string>): boolean {
  return !/^(?:0|false|off)$/.test(val);
}

const HIGHLIGHTS: Readonly<Record<string, Colour>> = Object.fromEntries(
  Object.entries({
    black: "000000",
    blue: "0000FF",
    cyan: "00FFFF",
    darkBlue: "000080",
    darkCyan: "008080",
    darkGray: "808080",
    darkGreen: "008000",
    darkMagenta: "800080",
    darkRed: "800000",
    darkYellow: "808000",
    green: "00FF00",
    lightGray: "C0C0C0",
    magenta: "FF00FF",
    red: "FF0000",
    white: "FFFFFF",
    yellow: "FFFF00",
  }).map(([name, hex]) => [name, hexColour(hex)!]),
);

const THEME_NAMES: Readonly<Record<string, string>> = {
  background1: "lt1",
  light1: "lt1",
  text1: "dk1",
  dark1: "dk1",
  background2: "lt2",
  light2: "lt2",
  text2: "dk2",
  dark2: "dk2",
  hyperlink: "hlink",
  followedHyperlink: "folHlink",
};

function readColour(attributes: Record<string, string>, theme: ThemeColours): Colour | "auto" {
  const { themeColor, themeTint, themeShade, val } = attributes;
  return themed(theme, themeColor, themeTint, themeShade) ?? hexColour(val) ?? "auto";
}

function readShading(attributes: Record<string, string>, theme: ThemeColours): Colour | "none" {
  const { val, fill, themeFill, themeFillTint, themeFillShade } = attributes;
  if (val === "solid") {
    const colour = readColour(attributes, theme);
    return colour === "auto" ? "none" : colour;
  }
  return themed(theme, themeFill, themeFillTint, themeFillShade) ?? hexColour(fill) ?? "none";
}

function themed(theme: ThemeColours, name?: string, tint?: string, shade?: string): Colour | undefined {
  const colour = name === undefined ? undefined : theme.get(THEME_NAMES[name] ?? name);
  if (!colour) return undefined;
  const share = (hex: string) => 1 - Number.parseInt(hex, 16) / 255;
  if (tint) return shift(colour, share(tint));
  return shade ? shift(colour, -share(shade)) : colour;
}

export function localAttributes(attributes: Record<string, string>): Record<string, string> {
  const local: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(attributes)) local[localName(name)] = value;
  return local;
}
