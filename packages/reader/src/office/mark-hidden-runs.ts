import { Parser } from "htmlparser2";
import { type Colour, hasEnoughContrast, WHITE } from "../css/colour.ts";
import { localName } from "./read-paragraphs.ts";
import { hexColour } from "./theme-colours.ts";
import { localAttributes, readProperty, type WordLook, type WordStyles } from "./word-styles.ts";

/** Private-use characters that represent "hidden from here" and "seen again" while a document passes through HTML. */
export const HIDDEN_MARKS = ["\uf8f0", "\uf8f1"] as const;
/** The same for "crossed out from here" and "no longer". */
export const STRUCK_MARKS = ["\uf8f2", "\uf8f3"] as const;
const MARKS = /[\uf8f0-\uf8f3]|&#(?:x0*f8f[0-3]|0*637(?:2[89]|3[01]));/gi;

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

/** Wraps the text of runs that Word does not show, by themselves or by their styles, in HIDDEN_MARKS, or in STRUCK_MARKS. */
export function markHiddenRuns(xml: string, styles: WordStyles): string {
  const clean = xml.replace(MARKS, "");
  const places: Place[] = [];
  const texts: MarkedRun[] = [];
  let properties: string | null = null;
  /** Within what a tracked change says of how it was before. */
  let changes = 0;
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
        else if (tag.endsWith("PrChange")) changes += 1;
        else if (changes > 0) return;
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
        if (tag.endsWith("PrChange")) changes -= 1;
        else if (tag === properties && changes === 0) properties = null;
        else if (tag === "posOffset") {
          const place = places.at(-1);
          if (place && Math.abs(Number(offset)) > FAR_TWIPS * EMU_PER_TWIP * 2) place.gone = true;
          offset = null;
        } else if (tag === "t" && parser.startIndex > start) {
          const look = lookOf(places, styles);
          if (isHidden(places, look, styles, page)) texts.push({ start, end: parser.startIndex, marks: HIDDEN_MARKS });
          else if (look.struck || look.doublyStruck) texts.push({ start, end: parser.startIndex, marks: STRUCK_MARKS });
        } else if (PLACES.has(tag)) places.pop();
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

interface TextLook extends WordLook {
  /** The shading of the run and of what is around it, the nearest first. */
  readonly under: readonly (Colour | "none" | undefined)[];
}

function lookOf(places: readonly Place[], styles: WordStyles): TextLook {
  const [run, paragraph, cell] = ["r", "p", "tc"].map((tag) => places.findLast((place) => place.tag === tag));
  const ofParagraph = styles.look(paragraph?.styleId ?? styles.defaultParagraph);
  const ofRun = styles.look(run?.styleId);
  const under = [run?.look.shading, ofRun.shading, paragraph?.look.shading, ofParagraph.shading, cell?.look.shading];
  return { ...styles.defaults, ...ofParagraph, ...ofRun, ...run?.look, under };
}

function isHidden(places: readonly Place[], look: TextLook, styles: WordStyles, page: Colour): boolean {
  if (places.some(({ gone }) => gone) || look.hidden) return true;
  if (look.halfPoints !== undefined && look.halfPoints <= TINY_HALF_POINTS_MAX) return true;
  if (look.widthPercent !== undefined && look.widthPercent <= 5) return true;
  const { colour } = look;
  if (colour === undefined || colour === "auto") return false;
  const shading = look.under.find(isColour);
  if (shading) return !hasEnoughContrast(colour, shading);
  const table = places.findLast(({ tag }) => tag === "tbl");
  // Which part of a table a style shades depends on its options: one that the text stands out from is enough.
  const ofTable = table ? [...styles.shadings(table.styleId), ...[table.look.shading].filter(isColour)] : [];
  return ![page, ...ofTable].some((under) => hasEnoughContrast(colour, under));
}

function isColour(shading: Colour | "none" | undefined): shading is Colour {
  return shading !== undefined && shading !== "none";
}

interface MarkedRun {
  readonly start: number;
  readonly end: number;
  readonly marks: readonly [open: string, close: string];
}

function wrap(xml: string, texts: readonly MarkedRun[]): string {
  let marked = "";
  let at = 0;
  for (const { start, end, marks } of texts) {
    marked += xml.slice(at, start) + marks[0] + xml.slice(start, end) + marks[1];
    at = end;
  }
  return marked + xml.slice(at);
}

/** Texts between HIDDEN_MARKS, and those between STRUCK_MARKS, apart from those around. */
export function splitAtMarks(text: string): { text: string; hidden: boolean; struck: boolean }[] {
  let [hidden, struck] = [false, false];
  return text.split(/([\uf8f0-\uf8f3])/u).flatMap((part) => {
    if (part === HIDDEN_MARKS[0] || part === HIDDEN_MARKS[1]) hidden = part === HIDDEN_MARKS[0];
    else if (part === STRUCK_MARKS[0] || part === STRUCK_MARKS[1]) struck = part === STRUCK_MARKS[0];
    else return part === "" ? [] : [{ text: part, hidden, struck }];
    return [];
  });
}
