import { Parser } from "htmlparser2";
import { type Colour, hasEnoughContrast, WHITE } from "../css/colour.ts";
import { localName } from "./read-paragraphs.ts";
import { hexColour } from "./theme-colours.ts";
import { localAttributes, readProperty, type WordLook, type WordStyles } from "./word-styles.ts";

/** Private-use characters that represent "hidden from here" and "seen again" while a document passes through HTML. */
export const HIDDEN_MARKS = ["\uf8f0", "\uf8f1"] as const;
const MARKS = /[\uf8f0\uf8f1]|&#(?:x0*f8f[01]|0*6372[89]);/gi;

const TINY_HALF_POINTS_MAX = 4;
const TINY_TWIPS_MAX = 40;
const FAR_TWIPS = 8000;
const EMU_PER_TWIP = 635;

interface Place {
  readonly tag: string;
  styleId?: string;
  look: WordLook;
  /** Everything in it is out of sight. */
  gone: boolean;
}

const PLACES = new Set(["tbl", "tr", "tc", "p", "r", "anchor", "inline", "shape", "document", "hdr", "ftr"]);

/** Wraps the text of runs that Word does not show, by themselves or by their styles, in HIDDEN_MARKS. */
export function markHiddenRuns(xml: string, styles: WordStyles): string {
  const clean = xml.replace(MARKS, "");
  const places: Place[] = [];
  const texts: [start: number, end: number][] = [];
  let properties: string | null = null;
  let page: Colour = WHITE;
  let offset: string | null = null;
  let start = 0;
  const parser = new Parser(
    {
      onopentag(name, raw) {
        const tag = localName(name);
        const attributes = localAttributes(raw);
        const place = places.at(-1);
        if (PLACES.has(tag)) places.push({ tag, look: {}, gone: isShapeGone(tag, attributes) });
        else if (tag === "background") page = hexColour(attributes.color) ?? page;
        else if (tag === "t") start = parser.endIndex + 1;
        else if (tag === "posOffset") offset = "";
        else if (/^(?:r|p|tc|tr|tbl)Pr$/.test(tag)) properties ??= tag;
        else if (place && properties !== null) readInto(place, properties, tag, attributes, styles);
        else if (tag === "extent" && place && isScarce(attributes)) place.gone = true;
        else if (tag === "docPr" && place && attributes.hidden === "1") place.gone = true;
      },
      ontext(text) {
        if (offset !== null) offset += text;
      },
      onclosetag(name) {
        const tag = localName(name);
        if (tag === properties) properties = null;
        else if (tag === "posOffset") {
          const place = places.at(-1);
          if (place && Math.abs(Number(offset)) > FAR_TWIPS * EMU_PER_TWIP * 2) place.gone = true;
          offset = null;
        } else if (tag === "t" && parser.startIndex > start && isHidden(places, styles, page))
          texts.push([start, parser.startIndex]);
        else if (PLACES.has(tag)) places.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(clean);
  return wrap(clean, texts);
}

function readInto(
  place: Place,
  properties: string,
  tag: string,
  attributes: Record<string, string>,
  styles: WordStyles,
): void {
  if (tag === "rStyle" || tag === "pStyle" || tag === "tblStyle") place.styleId = attributes.val ?? "";
  else if (tag === "trHeight") place.gone ||= attributes.hRule === "exact" && Number(attributes.val) <= TINY_TWIPS_MAX;
  else if (tag === "spacing" && properties === "pPr")
    place.gone ||= attributes.lineRule === "exact" && Number(attributes.line) <= TINY_TWIPS_MAX;
  else if (tag === "ind")
    place.gone ||= ["left", "start", "firstLine", "hanging"].some((side) => isFar(attributes[side], side));
  else if (tag === "noFill" && properties === "rPr") place.gone = true;
  else if (tag === "alpha" && properties === "rPr") place.gone ||= Number(attributes.val) >= 85_000;
  // The properties of a paragraph's mark are not those of its text.
  else if (properties === "rPr" ? place.tag === "r" : tag === "shd")
    place.look = { ...place.look, ...readProperty(tag, attributes, styles.theme) };
}

function isFar(value: string | undefined, side: string): boolean {
  const twips = Number(value ?? 0) * (side === "hanging" ? -1 : 1);
  return twips <= -FAR_TWIPS / 4 || twips >= FAR_TWIPS * 2;
}

function isShapeGone(tag: string, { style = "" }: Record<string, string>): boolean {
  return (
    tag === "shape" &&
    /visibility:\s*hidden|(?:margin-)?left:\s*-\d{4,}|(?:^|;)\s*(?:width|height):\s*0(?:[a-z]|;|$)/.test(style)
  );
}

function isScarce({ cx, cy }: Record<string, string>): boolean {
  return [cx, cy].some((side) => side !== undefined && Number(side) <= TINY_TWIPS_MAX * EMU_PER_TWIP);
}

function isHidden(places: readonly Place[], styles: WordStyles, page: Colour): boolean {
  if (places.some(({ gone }) => gone)) return true;
  const nearest = (tag: string) => places.findLast((place) => place.tag === tag);
  const [run, paragraph, cell, table] = ["r", "p", "tc", "tbl"].map(nearest);
  const ofParagraph = styles.look(paragraph?.styleId ?? styles.defaultParagraph);
  const ofRun = styles.look(run?.styleId);
  const look: WordLook = { ...styles.defaults, ...ofParagraph, ...ofRun, ...run?.look };
  if (look.hidden) return true;
  if (look.halfPoints !== undefined && look.halfPoints <= TINY_HALF_POINTS_MAX) return true;
  if (look.widthPercent !== undefined && look.widthPercent <= 5) return true;
  const { colour } = look;
  if (colour === undefined || colour === "auto") return false;
  const own = [run?.look.shading, ofRun.shading, paragraph?.look.shading, ofParagraph.shading, cell?.look.shading];
  const shading = own.find(isColour);
  if (shading) return !hasEnoughContrast(colour, shading);
  // Which part of a table a style shades depends on its options: one that the text stands out from is enough.
  const ofTable = table ? [...styles.shadings(table.styleId), ...[table.look.shading].filter(isColour)] : [];
  return ![page, ...ofTable].some((under) => hasEnoughContrast(colour, under));
}

function isColour(shading: Colour | "none" | undefined): shading is Colour {
  return shading !== undefined && shading !== "none";
}

function wrap(xml: string, texts: readonly (readonly [number, number])[]): string {
  let marked = "";
  let at = 0;
  for (const [start, end] of texts) {
    marked += xml.slice(at, start) + HIDDEN_MARKS[0] + xml.slice(start, end) + HIDDEN_MARKS[1];
    at = end;
  }
  return marked + xml.slice(at);
}

/** Texts between HIDDEN_MARKS apart from those around. */
export function splitAtMarks(text: string): { text: string; hidden: boolean }[] {
  let hidden = false;
  return text.split(/([\uf8f0\uf8f1])/u).flatMap((part) => {
    if (part !== HIDDEN_MARKS[0] && part !== HIDDEN_MARKS[1]) return part === "" ? [] : [{ text: part, hidden }];
    hidden = part === HIDDEN_MARKS[0];
    return [];
  });
}
