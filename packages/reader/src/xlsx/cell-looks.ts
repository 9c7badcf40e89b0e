import { Parser } from "htmlparser2";
import { BLACK, type Colour, hasEnoughContrast, parseColour, WHITE } from "../css/colour.ts";
import { localName } from "../office/read-paragraphs.ts";
import { shift, type ThemeColours } from "../office/theme-colours.ts";
import { isSymbolFont, symbolOf } from "../text/choices.ts";

/** How letters of a cell, or of a part of it, look; undefined where nothing is said. */
export interface Letters {
  readonly colour?: Colour;
  readonly points?: number;
  readonly struck?: boolean;
  /** Of one that draws symbols; empty of any other. */
  readonly font?: string;
}

/** How a style number shows a cell. */
export interface CellLook extends Letters {
  /** `null` under a pattern or a gradient. */
  readonly fill: Colour | null;
}

const SIZE_MIN_POINTS = 2;
const THEME_ORDER = ["lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"];
const INDEXED: readonly string[] = "000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF".split(" ");
const INDEXED_LATER: Readonly<Record<number, string>> = {
  22: "C0C0C0",
  23: "808080",
  26: "FFFFCC",
  27: "CCFFFF",
  64: "000000",
  65: "FFFFFF",
};

/** Whether letters are too small to be read or look like the cell behind them. */
export function hidesLetters(letters: Letters, look: CellLook | undefined): boolean {
  const points = letters.points ?? look?.points;
  if (points !== undefined && points < SIZE_MIN_POINTS) return true;
  const fill = look ? look.fill : WHITE;
  return fill !== null && !hasEnoughContrast(letters.colour ?? look?.colour ?? BLACK, fill);
}

/** The boxes and marks that a symbol font draws for letters; other letters as they are. */
export function plainLetters(text: string, letters: Letters, look: CellLook | undefined): string {
  const font = letters.font ?? look?.font ?? "";
  return isSymbolFont(font) ? text.replace(/\S/gu, (letter) => symbolOf(font, letter.codePointAt(0)!) ?? letter) : text;
}

/** What an element such as `color` or `fgColor` names. */
function readCellColour(attributes: Record<string, string>, theme: ThemeColours): Colour | undefined {
  const { rgb, theme: place, indexed, tint } = attributes;
  const base =
    rgb !== undefined
      ? parseColour(`#${rgb.slice(-6)}`)
      : place !== undefined
        ? theme.get(THEME_ORDER[Number(place)] ?? "")
        : indexed !== undefined
          ? indexedColour(Number(indexed))
          : undefined;
  return base && tint ? shift(base, Number(tint)) : base;
}

function indexedColour(index: number): Colour | undefined {
  const hex = INDEXED[index % 8];
  return parseColour(`#${index < 16 && hex ? hex : (INDEXED_LATER[index] ?? "")}`);
}

/** The looks of a style sheet's cell formats, by their number. */
export function readCellLooks(xml: string, theme: ThemeColours): CellLook[] {
  const fonts: Letters[] = [];
  const fills: (Colour | null)[] = [];
  const looks: CellLook[] = [];
  const path: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = localName(name);
        const parent = path.at(-1);
        const list = path[1];
        if (list === "fonts") readFont(tag, attributes);
        else if (list === "fills") readFill(tag, attributes);
        else if (tag === "xf" && parent === "cellXfs")
          looks.push({
            ...fonts[Number(attributes.fontId ?? 0)],
            fill: fills[Number(attributes.fillId ?? 0)] ?? WHITE,
          });
        path.push(tag);
      },
      onclosetag: () => void path.pop(),
    },
    { xmlMode: true },
  );
  const readFont = (tag: string, attributes: Record<string, string>) => {
    if (tag === "font") fonts.push({});
    else if (fonts.length > 0) fonts[fonts.length - 1] = { ...fonts.at(-1), ...readLetters(tag, attributes, theme) };
  };
  const readFill = (tag: string, attributes: Record<string, string>) => {
    if (tag === "fill") fills.push(WHITE);
    else if (tag === "gradientFill") fills[fills.length - 1] = null;
    else if (tag === "patternFill") {
      const { patternType = "solid" } = attributes;
      fills[fills.length - 1] = patternType === "none" ? WHITE : patternType === "solid" ? BLACK : null;
    } else if (tag === "fgColor" && fills.at(-1) === BLACK)
      fills[fills.length - 1] = readCellColour(attributes, theme) ?? BLACK;
  };
  parser.end(xml);
  return looks;
}

/** `name` of a font of the book, `rFont` of a part of a text. */
export const LETTER_PROPERTIES = new Set(["color", "sz", "strike", "rFont"]);

/** What one property of a font says. */
export function readLetters(tag: string, attributes: Record<string, string>, theme: ThemeColours): Letters {
  if (tag === "strike") return { struck: attributes.val !== "0" && attributes.val !== "false" };
  if (tag === "name" || tag === "rFont") return { font: isSymbolFont(attributes.val ?? "") ? attributes.val! : "" };
  if (tag === "sz") return { points: Number(attributes.val) };
  const colour = tag === "color" ? readCellColour(attributes, theme) : undefined;
  return colour ? { colour } : {};
}
