import type { Package } from "../office/open-package.ts";
import { readChart } from "../office/read-chart.ts";
import { readRelationships } from "../office/relationships.ts";

/** What is drawn upon a sheet. */
export interface SheetDrawings {
  /** Title, axes and table of each chart, one a text. */
  readonly charts: readonly string[];
  /** The parts of its images. */
  readonly pictures: readonly string[];
}

const CHARTS_MAX = 200;

/** Reads what is drawn upon a sheet; of a chart sheet, its chart. */
export function readDrawings(parts: Package, sheetPart: string): SheetDrawings {
  const drawn = [...readRelationships(parts, sheetPart).values()]
    .filter(({ type }) => type === "drawing")
    .flatMap(({ target }) => [...readRelationships(parts, target).values()]);
  const targetsOf = (wanted: string) => drawn.flatMap(({ type, target }) => (type === wanted ? [target] : []));
  const charts = targetsOf("chart")
    .slice(0, CHARTS_MAX)
    .map((part) => readChart(parts.read(part) ?? "").join("\n"));
  return { charts: charts.filter((text) => text.trim() !== ""), pictures: targetsOf("image") };
}
