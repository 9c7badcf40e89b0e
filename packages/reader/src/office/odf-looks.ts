import { type Colour, hasEnoughContrast, WHITE } from "../css/colour.ts";
import { type OdfLook, type OdfStyles, pixels } from "./odf-styles.ts";

/** An element that is open, with what its style says of the text in it. */
export interface Place {
  readonly tag: string;
  readonly look: OdfLook;
}

const FAMILIES: Readonly<Record<string, string>> = {
  p: "paragraph",
  h: "paragraph",
  span: "text",
  a: "text",
  "table-cell": "table-cell",
  "table-row": "table-row",
  "table-column": "table-column",
  table: "table",
  section: "section",
};
const TINY_POINTS_MAX = 2;
const OPACITY_MIN = 0.15;

export function readLook(tag: string, attributes: Record<string, string>, styles: OdfStyles): OdfLook {
  const family = FAMILIES[tag];
  const style = attributes[`${family?.startsWith("table") ? "table" : "text"}:style-name`];
  const look: OdfLook = family ? styles.look(family, style) : {};
  const hidden =
    (tag === "section" && (attributes["text:display"] ?? "true") !== "true") ||
    (/^hidden-(?:text|paragraph)$/.test(tag) && attributes["text:is-hidden"] !== "false") ||
    /^(?:collapse|filter)$/.test(attributes["table:visibility"] ?? "") ||
    (tag.endsWith("-group") && attributes["table:display"] === "false") ||
    (tag === "frame" && isOutOfSight(attributes));
  return hidden ? { ...look, gone: true } : look;
}

function isOutOfSight(attributes: Record<string, string>): boolean {
  const scarce = ["svg:width", "svg:height"].some(
    (name) => attributes[name] !== undefined && pixels(attributes[name]) <= 3,
  );
  return (
    scarce ||
    ["svg:x", "svg:y"].some((name) => pixels(attributes[name] ?? "") <= -100 || pixels(attributes[name] ?? "") >= 3000)
  );
}

/** As the nearest that says anything of a line through it. */
export function isStruck(places: readonly Place[]): boolean {
  return places.findLast(({ look }) => look.struck !== undefined)?.look.struck === true;
}

export function isHidden(places: readonly Place[], page: Colour = WHITE): boolean {
  if (places.some(({ look }) => look.gone || look.hidden)) return true;
  const find = <T>(read: (look: OdfLook) => T | undefined) => {
    for (const { look } of places.toReversed()) {
      const found = read(look);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const points = find((look) => look.points);
  if (points !== undefined && points <= TINY_POINTS_MAX) return true;
  if ((find((look) => look.opacity) ?? 1) < OPACITY_MIN) return true;
  const colour = find((look) => look.colour) ?? "auto";
  const background =
    find((look) => (look.background === "none" ? undefined : look.background) as Colour | undefined) ?? page;
  return colour !== "auto" && !hasEnoughContrast(colour, background);
}
