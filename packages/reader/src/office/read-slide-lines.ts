import { blend, type Colour, hasEnoughContrast, WHITE } from "../css/colour.ts";
import type { LetterLook, Shape, ShapeBox, ShapeParagraph, ShapeTree } from "./parse-shapes.ts";

export interface SlidePart {
  readonly text: string;
  readonly hidden: boolean;
  readonly struck?: boolean;
}

export interface SlideSources {
  readonly slide: ShapeTree;
  readonly layout: ShapeTree;
  readonly master: ShapeTree;
  readonly size: { readonly width: number; readonly height: number };
  readonly text: Colour;
}

/** Smallest letters that anybody can read on a slide. */
const SIZE_MIN = 300;

/** Lines of a slide's shapes, rows of a table as one line each, with what a viewer of the show does not see. */
export function readSlideLines(sources: SlideSources): SlidePart[][] {
  const { slide } = sources;
  return slide.shapes.flatMap((shape, at) => {
    const gone = isGone(shape, at, sources);
    const look = createLook(shape, at, sources);
    const show = (paragraph: ShapeParagraph): SlidePart[] =>
      paragraph.runs.map((run) => {
        const { hidden, struck } = look(run, paragraph);
        return { text: run.text, hidden: gone || hidden, struck };
      });
    return joinRows(shape.paragraphs, show);
  });
}

function joinRows(
  paragraphs: readonly ShapeParagraph[],
  show: (paragraph: ShapeParagraph) => SlidePart[],
): SlidePart[][] {
  const lines: SlidePart[][] = [];
  let last: ShapeParagraph["cell"] = null;
  for (const paragraph of paragraphs) {
    const { cell } = paragraph;
    const parts = trim(show(paragraph));
    if (cell === null || last?.row !== cell.row) lines.push(parts);
    else {
      const line = lines.at(-1)!;
      line.push({ text: cell.cell === last.cell ? " " : " | ", hidden: false }, ...parts);
    }
    last = cell;
  }
  return lines.map(trimRow).filter((line) => line.some(({ text }) => text.trim() !== ""));
}

function trim(parts: SlidePart[]): SlidePart[] {
  return parts.map((part, at) => {
    const start = at === 0 ? part.text.trimStart() : part.text;
    return { ...part, text: at === parts.length - 1 ? start.trimEnd() : start };
  });
}

/** Empty cells at the end of a row are no text. */
function trimRow(line: SlidePart[]): SlidePart[] {
  return line.slice(0, line.findLastIndex(({ text }) => text !== " | " && text.trim() !== "") + 1);
}

function isGone(shape: Shape, at: number, { slide, layout, master, size }: SlideSources): boolean {
  if (shape.hidden) return true;
  const box = boxOf(shape, layout, master);
  if (!box) return false;
  const outside = box.x >= size.width || box.y >= size.height || box.x + box.width <= 0 || box.y + box.height <= 0;
  return outside || slide.shapes.slice(at + 1).some((later) => covers(later, box, layout, master));
}

function covers(later: Shape, box: ShapeBox, layout: ShapeTree, master: ShapeTree): boolean {
  if (later.hidden || later.fill === undefined || (later.fill !== null && later.fill[3] < 0.9)) return false;
  const over = boxOf(later, layout, master);
  return over !== undefined && box.width > 0 && contains(over, box);
}

function contains(outer: ShapeBox, inner: ShapeBox): boolean {
  const [marginX, marginY] = [inner.width * 0.02, inner.height * 0.02];
  return (
    outer.x <= inner.x + marginX &&
    outer.y <= inner.y + marginY &&
    outer.x + outer.width >= inner.x + inner.width - marginX &&
    outer.y + outer.height >= inner.y + inner.height - marginY
  );
}

function boxOf(shape: Shape, layout: ShapeTree, master: ShapeTree): ShapeBox | undefined {
  return shape.box ?? findPlaceholder(shape, layout)?.box ?? findPlaceholder(shape, master)?.box;
}

function findPlaceholder({ placeholder }: Shape, { shapes }: ShapeTree): Shape | undefined {
  if (!placeholder) return undefined;
  const { type, index } = placeholder;
  return (
    shapes.find((each) => index !== undefined && each.placeholder?.index === index) ??
    shapes.find((each) => each.placeholder && kindOf(each.placeholder.type) === kindOf(type))
  );
}

function kindOf(type: string): string {
  if (type === "ctrTitle") return "title";
  return type === "obj" || type === "subTitle" ? "body" : type;
}

/** Whether a run is too small or looks like what is behind it, and whether it is crossed out. */
function createLook(shape: Shape, at: number, sources: SlideSources) {
  const { slide, layout, master } = sources;
  const kind = shape.placeholder ? kindOf(shape.placeholder.type) : "other";
  const style = master.textStyles.get(kind === "title" ? "titleStyle" : kind === "body" ? "bodyStyle" : "otherStyle");
  const levels = [shape.levels, findPlaceholder(shape, layout)?.levels, findPlaceholder(shape, master)?.levels, style];
  const behind = findBehind(shape, at, sources);
  return (run: LetterLook, paragraph: ShapeParagraph) => {
    const looks = [run, ...levels.map((each) => each?.get(paragraph.level))];
    const struck = looks.find((each) => each?.struck !== undefined)?.struck === true;
    return { hidden: hides(looks, paragraph), struck };
  };

  function hides(looks: readonly (LetterLook | undefined)[], { cell }: ShapeParagraph): boolean {
    const size = looks.find((each) => each?.size !== undefined)?.size;
    if (size !== undefined && size <= SIZE_MIN) return true;
    const found = looks.find((each) => each?.colour !== undefined)?.colour;
    const colour = found === undefined ? sources.text : found;
    // Cells take their shading from the style of their table, if from nothing else.
    const backdrop = cell ? (cell.fill === undefined ? null : cell.fill) : behind;
    if (colour === null) return false;
    if (colour[3] < 0.15) return true;
    return backdrop !== null && !hasEnoughContrast(colour, blend(backdrop, WHITE));
  }

  function findBehind(own: Shape, index: number, { slide: tree }: SlideSources): Colour | null {
    const fill = own.fill ?? (own.fill === undefined ? findPlaceholder(own, layout)?.fill : null);
    if (fill !== undefined && (fill === null || fill[3] > 0.5)) return fill;
    const box = boxOf(own, layout, master);
    const under = [...master.shapes, ...layout.shapes, ...tree.shapes.slice(0, index)].findLast(
      (each) =>
        !each.hidden && each.fill !== undefined && each.box && box && touches(each.box, box) && !each.placeholder,
    );
    if (under) return under.fill ?? null;
    return firstDefined(slide.background, layout.background, master.background) ?? null;
  }
}

function firstDefined(...backgrounds: (Colour | null | undefined)[]): Colour | null {
  const found = backgrounds.find((each) => each !== undefined);
  return found === undefined ? WHITE : found;
}

function touches(a: ShapeBox, b: ShapeBox): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
