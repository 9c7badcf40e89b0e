import { Parser } from "htmlparser2";
import { type Colour, parseColour } from "../css/colour.ts";
import { readLength } from "../css/read-length.ts";
import { createOdfNames } from "./odf-names.ts";
import { localName } from "./read-paragraphs.ts";

/** What a style of an OpenDocument text says about how text looks. */
export interface OdfLook {
  readonly hidden?: boolean;
  readonly struck?: boolean;
  readonly colour?: Colour | "auto";
  readonly opacity?: number;
  readonly points?: number;
  readonly background?: Colour | "none";
  /** Laid out where or so that nobody sees it. */
  readonly gone?: boolean;
}

export interface OdfStyles {
  /** Of a style and those above it. */
  look(family: string, name: string | undefined): OdfLook;
  readonly page: Colour | undefined;
}

const PARENTS_MAX = 20;

/** Reads the styles of a content or a styles part; automatic ones of the content part come with its named ones. */
export function readOdfStyles(...parts: readonly string[]): OdfStyles {
  const styles = new Map<string, { parent: string | undefined; look: OdfLook }>();
  let page: Colour | undefined;
  for (const xml of parts) {
    let key: string | null = null;
    let inPage = false;
    const named = createOdfNames();
    const parser = new Parser(
      {
        onopentag(name, given) {
          const tag = localName(name);
          const attributes = named(given);
          const family = attributes["style:family"] ?? "";
          if (tag === "style") {
            key = `${family} ${attributes["style:name"]}`;
            const above = attributes["style:parent-style-name"];
            styles.set(key, { parent: above && `${family} ${above}`, look: {} });
          } else if (tag === "default-style") {
            key = `${family} `;
            styles.set(key, { parent: undefined, look: {} });
          } else if (tag === "page-layout") inPage = true;
          else if (inPage && tag === "page-layout-properties")
            page = parseColour(attributes["fo:background-color"] ?? "") ?? page;
          else if (key !== null && tag.endsWith("-properties")) {
            const style = styles.get(key)!;
            style.look = { ...style.look, ...readProperties(attributes) };
          }
        },
        onclosetag(name) {
          const tag = localName(name);
          if (tag === "style" || tag === "default-style") key = null;
          else if (tag === "page-layout") inPage = false;
        },
      },
      { xmlMode: true },
    );
    parser.end(xml);
  }
  return {
    page,
    look(family, name) {
      const found: OdfLook[] = [];
      for (let at: string | undefined = `${family} ${name ?? ""}`; at !== undefined && found.length < PARENTS_MAX; ) {
        const style = styles.get(at);
        if (style) found.push(style.look);
        at = style?.parent ?? (at === `${family} ` ? undefined : `${family} `);
      }
      return Object.assign({}, ...found.toReversed());
    },
  };
}

function readProperties(attributes: Record<string, string>): OdfLook {
  const look: { -readonly [key in keyof OdfLook]: OdfLook[key] } = {};
  const of = (name: string) => attributes[name];
  if (of("text:display")) look.hidden = of("text:display") === "none";
  if (of("table:display") === "false") look.hidden = true;
  const line = of("style:text-line-through-style") ?? of("style:text-line-through-type");
  if (line !== undefined) look.struck = line !== "none";
  const colour = parseColour(of("fo:color") ?? "");
  if (colour) look.colour = colour;
  if (of("style:use-window-font-color") === "true") look.colour = "auto";
  if (of("loext:opacity")) look.opacity = Number.parseFloat(of("loext:opacity")!) / 100;
  const size = of("fo:font-size");
  if (size && !size.endsWith("%")) look.points = (pixels(size) * 3) / 4;
  const scale = of("style:text-scale");
  const background = of("fo:background-color");
  if (background)
    look.background = parseColour(background) && background !== "transparent" ? parseColour(background)! : "none";
  const offsets = ["fo:margin-left", "fo:margin-top", "fo:text-indent"].map((name) => pixels(of(name) ?? ""));
  const sizes = ["style:row-height", "style:column-width", "fo:line-height"].filter((name) =>
    /^[\d.]+[a-z]+$/.test(of(name) ?? ""),
  );
  look.gone =
    (scale !== undefined && Number.parseFloat(scale) <= 5) ||
    offsets.some((offset) => offset <= -100 || offset >= 2000) ||
    sizes.some((name) => pixels(of(name)!) <= 3);
  if (!look.gone) delete look.gone;
  return look;
}

/** CSS pixels of a length; 0 for what is none. */
export function pixels(length: string): number {
  return length === "" ? 0 : (readLength(length, { em: 16, whole: 0 }) ?? 0);
}
