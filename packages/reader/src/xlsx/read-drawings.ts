import type { Package } from "../office/open-package.ts";
import { readChart } from "../office/read-chart.ts";
import { readParagraphs } from "../office/read-paragraphs.ts";
import { readRelationships } from "../office/relationships.ts";

/** What is drawn upon a sheet. */
export interface SheetDrawings {
  /** Title, axes and table of each chart, one a text. */
  readonly charts: readonly string[];
  /** Of text boxes and other shapes, and of each diagram. */
  readonly texts: readonly { readonly lines: readonly string[]; readonly hidden: boolean }[];
  /** The parts of its images. */
  readonly pictures: readonly string[];
}

const CHARTS_MAX = 200;
const TEXTS_MAX = 2000;

/** Controls have their own reader, and older programs are shown the same again. */
const DRAWN_ELSEWHERE =
  /<mc:Choice\b[^>]*\bRequires="a14"[^>]*>[\s\S]*?<\/mc:Choice>|<mc:Fallback\b[^>]*>[\s\S]*?<\/mc:Fallback>/g;
const SHAPE = /<(?:\w+:)?sp\b[\s\S]*?<\/(?:\w+:)?sp>/g;
const HIDDEN = /<(?:\w+:)?cNvPr\b[^>]*\bhidden="(?:1|true)"/;

/** Reads what is drawn upon a sheet; of a chart sheet, its chart. */
export function readDrawings(parts: Package, sheetPart: string): SheetDrawings {
  const drawings = [...readRelationships(parts, sheetPart).values()].filter(({ type }) => type === "drawing");
  const drawn = drawings.flatMap(({ target }) => [...readRelationships(parts, target).values()]);
  const targetsOf = (wanted: string) => drawn.flatMap(({ type, target }) => (type === wanted ? [target] : []));
  const charts = targetsOf("chart")
    .slice(0, CHARTS_MAX)
    .map((part) => readChart(parts.read(part) ?? "").join("\n"));
  const shapes = drawings.flatMap(({ target }) => readShapes(parts.read(target) ?? ""));
  const diagrams = targetsOf("diagramData").map((part) => ({
    lines: readParagraphs(parts.read(part) ?? ""),
    hidden: false,
  }));
  return {
    charts: charts.filter((text) => text.trim() !== ""),
    texts: [...shapes, ...diagrams].filter(({ lines }) => lines.length > 0).slice(0, TEXTS_MAX),
    pictures: targetsOf("image"),
  };
}

function readShapes(drawing: string): SheetDrawings["texts"] {
  const shapes = drawing.replace(DRAWN_ELSEWHERE, "").match(SHAPE) ?? [];
  return shapes.map((shape) => ({ lines: readParagraphs(shape), hidden: HIDDEN.test(shape) }));
}
