import { readFile } from "node:fs/promises";
import type { MeaningThresholds } from "@assay/contract";
import { wilson } from "../figure.ts";
import type { Agreement } from "./kappa.ts";
import type { MeaningFigure } from "./measure-pairs.ts";
import type { AuthorHalf } from "./read-authors.ts";
import type { Seen } from "./tell-seen.ts";

/** Whose thresholds: of an assessor that reads, or of one that goes by words. */
export type Beside = "reading" | "wording";

interface Place {
  readonly set: string;
  readonly beside: Beside;
}

export interface FigureLine extends Place, MeaningFigure {
  /** Wilson's interval for 95 %. */
  readonly low: number;
  readonly high: number;
}

export interface AgreementLine extends Place, Agreement {
  readonly balancedAccuracy: number;
}

export interface MeasuredSet {
  readonly name: string;
  readonly pairs: number;
  readonly sha256: string;
  /** Whether the model's training has read it. */
  readonly seen: Seen;
  /** Null where its authors are of several halves, or not of the repository. */
  readonly half: AuthorHalf | null;
}

const FORM = "assay-figures/1";

/** What a model was measured with, and what came out. */
export interface FiguresFile {
  readonly form: typeof FORM;
  readonly model: string;
  readonly sha256: string;
  readonly thresholds: Readonly<Record<Beside, MeaningThresholds>>;
  readonly seed: number;
  readonly sets: readonly MeasuredSet[];
  readonly lines: readonly FigureLine[];
  readonly agreements: readonly AgreementLine[];
}

export function makeFiguresFile(figures: Omit<FiguresFile, "form">): FiguresFile {
  return { form: FORM, ...figures };
}

export async function readFiguresFile(path: string): Promise<FiguresFile> {
  const file = JSON.parse(await readFile(path, "utf8")) as FiguresFile | { form?: undefined };
  if (file.form !== FORM) throw new Error(`Cannot compare with ${path} because it must be a file that --out wrote`);
  return file;
}

/** A figure with its 95 % interval, to four decimals. */
export function toLine(place: Place, figure: MeaningFigure): FigureLine {
  const [low, high] = wilson(figure.count, figure.of).map((bound) => Number(bound.toFixed(4)));
  return { ...place, ...figure, low: low!, high: high! };
}

/** The figures that fell: on the same set, and outside the interval of before. An engine with any is not recommended. */
export function findFallen(before: FiguresFile, after: FiguresFile): { before: FigureLine; after: FigureLine }[] {
  const digestOf = ({ sets }: FiguresFile, name: string) => sets.find((set) => set.name === name)?.sha256;
  return after.lines.flatMap((line) => {
    const earlier = before.lines.find(
      ({ set, beside, what }) => set === line.set && beside === line.beside && what === line.what,
    );
    if (!earlier || line.of === 0 || digestOf(before, line.set) !== digestOf(after, line.set)) return [];
    const share = line.count / line.of;
    const fell = line.better === "few" ? share > earlier.high : share < earlier.low;
    return fell ? [{ before: earlier, after: line }] : [];
  });
}
