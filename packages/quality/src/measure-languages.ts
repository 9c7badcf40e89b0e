import type { Figure, Measure } from "./figure.ts";
import { LANGUAGES, type Language, type LanguageHalf, languageSet } from "./languages/language-sets.ts";
import { scoreRanking } from "./retrieval/score-ranking.ts";

const OWN_LANGUAGE_GOAL = 0.85;
const ALL = [...(Object.keys(LANGUAGES) as Language[]), "en"] as const;

/**
 * Right passages in the requirement's own language, among those of its language and among those of five, and English
 * ones for German requirements, which an embedder of words can find only by names and loan words.
 */
export const measureLanguages: Measure = {
  title: "Right passages in other languages",
  of: "embedder",
  async run({ embedder }) {
    const figures: Figure[] = [];
    for (const half of ["tuned", "kept back"] as const)
      for (const language of Object.keys(LANGUAGES) as Language[])
        for (const noise of [false, true]) {
          const set = languageSet(language, { half, evidence: noise ? ALL : [language], right: language });
          const score = await scoreRanking(set, { rank: "now", withHeader: true }, embedder);
          const what = `${LANGUAGES[language]}${noise ? ", among five languages" : ""}`;
          figures.push(
            { what: `${what}: first`, half, count: score.foundIn1, of: score.right },
            {
              ...{ what: `${what}: among the first eight`, half, count: score.foundIn8, of: score.right },
              goal: { atLeast: OWN_LANGUAGE_GOAL },
            },
          );
        }
    for (const half of ["tuned", "kept back"] as const) figures.push(await germanInEnglish(half, embedder));
    return figures;
  },
};

async function germanInEnglish(half: LanguageHalf, embedder: Parameters<Measure["run"]>[0]["embedder"]) {
  const set = languageSet("de", { half, evidence: ["en"], right: "en" });
  const score = await scoreRanking(set, { rank: "now", withHeader: true }, embedder);
  const what = "German requirement, English evidence: among the first eight";
  return { what, half, count: score.foundIn8, of: score.right } satisfies Figure;
}
