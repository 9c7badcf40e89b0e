import { readFile } from "node:fs/promises";
import {
  type EngineMetrics,
  engineMetrics,
  GUARD_VERSION,
  METRICS_FORM,
  type MeasuredBeside,
  SPLITTER_VERSION,
} from "@assay/contract";
import { compareMetrics, wilson } from "@assay/core/retrieval-versions";
import type { MeaningFigure } from "./measure-pairs.ts";

/** Whose thresholds: of an assessor that reads, or of one that goes by words. */
export type Beside = MeasuredBeside;

export type MeasuredSet = FiguresFile["sets"][number];
export type FigureLine = FiguresFile["lines"][number];
export type AgreementLine = FiguresFile["agreements"][number];

/** What a model was measured with, and what came out. */
export type FiguresFile = EngineMetrics;

export function makeFiguresFile(figures: Omit<FiguresFile, "form" | "guardVersion" | "splitterVersion">): FiguresFile {
  return { form: METRICS_FORM, guardVersion: GUARD_VERSION, splitterVersion: SPLITTER_VERSION, ...figures };
}

export async function readFiguresFile(path: string): Promise<FiguresFile> {
  const read = engineMetrics.safeParse(JSON.parse(await readFile(path, "utf8")));
  if (!read.success) throw new Error(`Cannot compare with ${path} because it must be a file that --out wrote`);
  return read.data;
}

/** A figure with its 95 % interval, to four decimals. */
export function toLine(place: Pick<FigureLine, "set" | "beside">, figure: MeaningFigure): FigureLine {
  const [low, high] = wilson(figure.count, figure.of).map((bound) => Number(bound.toFixed(4)));
  return { ...place, ...figure, low: low!, high: high! };
}

/** The figures that fell: on the same set, and outside the interval of before. An engine with any is not recommended. */
export function findFallen(before: FiguresFile, after: FiguresFile): { before: FigureLine; after: FigureLine }[] {
  return compareMetrics(before, after).flatMap(({ line, active, fell }) =>
    fell && active ? [{ before: active, after: line }] : [],
  );
}
