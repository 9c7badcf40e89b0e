import { TEXT_KINDS } from "@assay/contract";
import { memoizeScores } from "@assay/core/assessments";
import type { OpenMeaningModel } from "@assay/core/ports";
import { checkOf } from "./check-of.ts";
import {
  type Choice,
  type ChosenThreshold,
  compareRelated,
  compareThresholds,
  pays,
  type ScoredPair,
  type Worth,
} from "./compare-thresholds.ts";
import { explainBy } from "./evaluate-pair.ts";
import { OFF_TOPIC } from "./measure-pairs.ts";
import { authorsOf, readAuthors } from "./read-authors.ts";

/** A language model has an opinion of its own; one that goes by words has none, and a false proof costs more. */
const WORTHS: readonly Worth[] = [
  { beside: "reading", falseWeight: 1 },
  { beside: "wording", falseWeight: 5 },
];

/** Returns which thresholds the development set speaks for, for all kinds of text and for each, and what `related` sets aside. */
export async function runChoose(meaning: OpenMeaningModel): Promise<string> {
  const pairs = await scoreDevelopment(meaning);
  return [
    `Model \`${meaning.entailment.model}\`, ${pairs.length} pairs of the development set that it covers.`,
    "",
    "| beside an assessor of | kind of text | supports from | sound that pass | wrong that pass | cross-check: its own, one for all |",
    "|---|---|---|---|---|---|",
    ...WORTHS.flatMap((worth) => printChoice(worth, compareThresholds(pairs, worth))),
    "",
    "| related from | about something else, set aside | sound, set aside |",
    "|---|---|---|",
    ...compareRelated(pairs).map(
      ({ related, offTopic, offTopicOf, sound, soundOf }) =>
        `| ${related} | ${offTopic} of ${offTopicOf} | ${sound} of ${soundOf} |`,
    ),
  ].join("\n");
}

async function scoreDevelopment(meaning: OpenMeaningModel): Promise<ScoredPair[]> {
  const check = checkOf(meaning, "reading");
  // So that each pair says its kind.
  const kinds = Object.fromEntries(TEXT_KINDS.map((kind) => [kind, check.thresholds]));
  const explain = explainBy(memoizeScores(meaning.entailment), {
    ...check,
    thresholds: { ...check.thresholds, kinds },
  });
  const scored: ScoredPair[] = [];
  for (const author of authorsOf("development"))
    for (const pair of (await readAuthors([author])).pairs) {
      // What shows a part is neither.
      if (pair.label === "P") continue;
      const { checked } = await explain(pair);
      if (checked?.scores && checked.kind)
        scored.push({
          ...{ author, kind: checked.kind, scores: checked.scores },
          isSound: pair.label === "S",
          isOffTopic: OFF_TOPIC.includes(pair.code),
        });
    }
  return scored;
}

function printChoice({ beside }: Worth, { general, kinds }: Choice): string[] {
  const row = (chosen: ChosenThreshold, crossed: string) =>
    `| ${beside} | ${chosen.kind} | ${chosen.supports} | ${chosen.sound} of ${chosen.soundOf} | ${chosen.wrong} of ${chosen.wrongOf} | ${crossed} |`;
  return [
    row(general, ""),
    ...kinds.map((kind) => row(kind, `${kind.own}, ${kind.shared}: ${pays(kind) ? "it pays" : "one for all"}`)),
  ];
}
