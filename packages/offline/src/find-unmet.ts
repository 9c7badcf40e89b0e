import { type Figure, findFigures, isComparable, meetsFigure } from "@assay/language/quantity";
import { readTerms } from "./read-terms.ts";

/** `found` is the comparable figure that falls short, if there is one. */
export interface UnmetFigure {
  readonly required: Figure;
  readonly found: Figure | null;
}

interface WeighedWord {
  readonly term: string;
  readonly weight: number;
}

/** The required figures that the sentences, best first, do not meet. */
export function findUnmet(
  figures: readonly Figure[],
  sentences: readonly { readonly text: string }[],
  terms: readonly WeighedWord[],
): UnmetFigure[] {
  return figures.flatMap((required) => {
    for (const { text } of sentences) {
      const comparable = findFigures(text).filter((figure) => isComparable(required, figure));
      if (comparable.length === 0) continue;
      const near = nearest(comparable, text, terms);
      return near.some((figure) => meetsFigure(required, figure)) ? [] : [{ required, found: near[0] ?? null }];
    }
    return [{ required, found: null }];
  });
}

/** Of several figures in a sentence, those in the part that has most of the clause's words. */
function nearest(figures: readonly Figure[], text: string, terms: readonly WeighedWord[]): readonly Figure[] {
  const cuts = [
    0,
    ...[...text.matchAll(/[,;]\s|\s(?:and|but|while|whereas)\s/gi)].map(({ index }) => index),
    text.length,
  ];
  const parts = cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? 0;
    const said = new Set(readTerms(text.slice(start, end)));
    return {
      figures: figures.filter((figure) => figure.start >= start && figure.start < end),
      credit: terms.reduce((sum, { term, weight }) => sum + (said.has(term) ? weight : 0), 0),
    };
  });
  const withFigures = parts.filter((part) => part.figures.length > 0);
  const most = Math.max(...withFigures.map(({ credit }) => credit));
  return withFigures.filter(({ credit }) => credit === most).flatMap((part) => part.figures);
}
