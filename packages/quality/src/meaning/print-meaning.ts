import type { FigureLine, FiguresFile, MeasuredSet } from "./figures-file.ts";
import type { HeldBackLine } from "./measure-held-back.ts";

/** Returns tables: each figure with its interval, then how far verdicts agree with the labels. */
export function printMeaning({ model, sha256, seed, sets, lines, agreements }: FiguresFile): string {
  const numberOf = (name: string) => sets.findIndex((set) => set.name === name) + 1;
  const seenOf = (name: string) => sets.find((set) => set.name === name)!.seen;
  return [
    `Model \`${model}\` (SHA-256 ${sha256.slice(0, 12)}…), seed ${seed}. Each evidence is cited as whole proof, with a confidence of 0.9.`,
    "",
    ...sets.map((set, at) => `${at + 1}. ${describeSet(set)}`),
    "",
    "| set | training | beside an assessor of | what | n | share | 95 % |",
    "|---|---|---|---|---|---|---|",
    ...lines.map((line) => `| ${numberOf(line.set)} | ${seenOf(line.set)} | ${printLine(line)} |`),
    "",
    "| set | training | beside an assessor of | balanced accuracy | κ | agreed | base rate | n |",
    "|---|---|---|---|---|---|---|---|",
    ...agreements.map(
      ({ set, beside, balancedAccuracy, kappa, agreed, baseRate, of }) =>
        `| ${numberOf(set)} | ${seenOf(set)} | ${beside} | ${balancedAccuracy.toFixed(2)} | ${kappa.toFixed(2)} | ${percent(agreed)} | ${percent(baseRate)} | ${of} |`,
    ),
  ].join("\n");
}

const HALVES = {
  training: "training may read them",
  development: "development set: thresholds are chosen on it",
  "held out": "held out: nothing is chosen on it",
};

function describeSet({ name, pairs, seen, half }: MeasuredSet): string {
  return [`${name} (${pairs} pairs)`, ...(half ? [HALVES[half]] : []), `${seen} by this model`].join("; ");
}

/** Returns a table: what keeps pairs from being proof, rightly and wrongly. */
export function printHeldBack(lines: readonly HeldBackLine[]): string {
  return [
    "| set | beside an assessor of | held back by | of those that do not prove it | of those that do |",
    "|---|---|---|---|---|",
    ...lines.map(
      ({ set, beside, reason, wrong, wrongOf, sound, soundOf }) =>
        `| ${set} | ${beside} | ${reason} | ${wrong} of ${wrongOf} | ${sound} of ${soundOf} |`,
    ),
  ].join("\n");
}

/** Says which figures fell, or that none did. */
export function printFallen(fallen: readonly { before: FigureLine; after: FigureLine }[]): string {
  if (fallen.length === 0) return "No figure fell: it may be recommended.";
  return [
    `Not recommended: ${fallen.length} ${fallen.length === 1 ? "figure" : "figures"} fell.`,
    ...fallen.map(
      ({ before, after }) =>
        `- ${after.set}, beside ${after.beside}: ${after.what} ${after.count} of ${after.of} (before ${before.count} of ${before.of})`,
    ),
  ].join("\n");
}

function printLine({ beside, what, count, of, low, high }: FigureLine): string {
  const share = of === 0 ? "-" : percent(count / of);
  return `${beside} | ${what} | ${count} of ${of} | ${share} | ${percent(low)}–${percent(high)}`;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
