import { BLACK, blend, type Colour, hasEnoughContrast, WHITE } from "./colour.ts";

/** How an element and its text look to a reader, as far as that decides whether they are seen. */
export interface Look {
  /** Not drawn, or out of sight, with everything in it. */
  readonly gone: boolean;
  readonly visible: boolean;
  /** Of the element and all around it together. */
  readonly opacity: number;
  readonly colour: Colour;
  /** Replaces `colour` for letters. */
  readonly fill: Colour | null;
  /** Colours that may lie under the text; `null` where that cannot be told. */
  readonly backdrop: readonly Colour[] | null;
  readonly fontSizePx: number;
  /** Letters are drawn in one place, as dots, or far to the side. */
  readonly garbled: boolean;
  /** A line goes through the letters: that of an element goes through all in it. */
  readonly struck: boolean;
  readonly variables: ReadonlyMap<string, string>;
}

export const FIRST_LOOK: Look = {
  gone: false,
  visible: true,
  opacity: 1,
  colour: BLACK,
  fill: null,
  backdrop: [WHITE],
  fontSizePx: 16,
  garbled: false,
  struck: false,
  variables: new Map(),
};

/** Largest letters that nobody can read. */
const TINY_PX = 3;
const OPACITY_MIN = 0.15;

/** Whether a reader does not see text that looks like this. */
export function hidesText({ gone, visible, opacity, colour, fill, backdrop, fontSizePx, garbled }: Look): boolean {
  if (gone || !visible || garbled || opacity < OPACITY_MIN || fontSizePx <= TINY_PX || backdrop === null) return true;
  const [red, green, blue, alpha] = fill ?? colour;
  const text: Colour = [red, green, blue, alpha * opacity];
  return !backdrop.every((under) => hasEnoughContrast(text, blend(under, WHITE)));
}
