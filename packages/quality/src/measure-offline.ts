import type { Assessor } from "@assay/core/ports";
import { evaluateOfflineCase } from "./evaluate-offline-case.ts";
import type { Figure, Measure } from "./figure.ts";
import { EVERYDAY_CASES, KEPT_BACK_PAIRS, type PlainPair, TUNED_PAIRS } from "./sets/offline-sets.ts";

const SOUND_MIN = 0.8;
const UNSOUND_MAX = 0.05;

/** What the assessor, with all rules behind it, says COMPLETE to: plain sound statements, and what only looks like them. */
export const measureOffline: Measure = {
  title: "Verdicts on plain statements",
  of: "assessor",
  async run({ assessor }) {
    return [
      ...(await measurePairs(assessor, TUNED_PAIRS, "tuned")),
      ...(await measurePairs(assessor, KEPT_BACK_PAIRS, "kept back")),
      await measureEveryday(assessor),
    ];
  },
};

async function measurePairs(assessor: Assessor, pairs: readonly PlainPair[], half: Figure["half"]): Promise<Figure[]> {
  const sound = await countComplete(assessor, pairs, "sound");
  const withFigures = pairs.filter(({ figure }) => figure);
  const unsound = await countComplete(assessor, pairs, "unsound");
  return [
    { what: "sound, COMPLETE", half, count: sound, of: pairs.length, goal: { atLeast: SOUND_MIN } },
    {
      what: "sound with a figure, COMPLETE",
      half,
      count: await countComplete(assessor, withFigures, "sound"),
      of: withFigures.length,
      goal: { atLeast: SOUND_MIN },
    },
    { what: "unsound, false COMPLETE", half, count: unsound, of: pairs.length, goal: { atMost: UNSOUND_MAX } },
  ];
}

async function countComplete(
  assessor: Assessor,
  pairs: readonly PlainPair[],
  side: "sound" | "unsound",
): Promise<number> {
  let complete = 0;
  for (const { requirement, criterion, document: title, [side]: text } of pairs)
    if ((await evaluateOfflineCase(assessor, { requirement, criterion, documents: [{ title, text }] })) === "COMPLETE")
      complete++;
  return complete;
}

async function measureEveryday(assessor: Assessor): Promise<Figure> {
  let complete = 0;
  for (const { requirement, texts } of EVERYDAY_CASES) {
    const documents = texts.map((text, index) => ({ title: `Handbook ${index + 1}`, text }));
    if ((await evaluateOfflineCase(assessor, { requirement, criterion: "", documents })) === "COMPLETE") complete++;
  }
  return {
    what: "everyday non-compliance, false COMPLETE",
    half: "tuned",
    count: complete,
    of: EVERYDAY_CASES.length,
  };
}
