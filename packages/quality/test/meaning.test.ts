import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import type { EntailmentScores, TextKind } from "@assay/contract";
import type { Entailment, OpenMeaningModel } from "@assay/core/ports";
import { describe, expect, test } from "vitest";
import { HARMLESS_CHANGES, TELLING_CHANGES } from "../src/meaning/changes.ts";
import { checkOf } from "../src/meaning/check-of.ts";
import { compareRelated, compareThresholds, pays, type ScoredPair } from "../src/meaning/compare-thresholds.ts";
import { draw } from "../src/meaning/draw.ts";
import { judgeBy } from "../src/meaning/evaluate-pair.ts";
import { findFallen } from "../src/meaning/figures-file.ts";
import { agreementOf } from "../src/meaning/kappa.ts";
import { type LabelledPair, parsePairs } from "../src/meaning/labelled-pair.ts";
import { measureHarmless, measureTelling } from "../src/meaning/measure-gate.ts";
import { countHeldBack } from "../src/meaning/measure-held-back.ts";
import { measureMeaning } from "../src/meaning/measure-meaning.ts";
import { printMeaning } from "../src/meaning/print-meaning.ts";
import { AUTHOR_HALVES, authorsOf, halfOf } from "../src/meaning/read-authors.ts";
import { parseContracts } from "../src/meaning/read-contracts.ts";
import { readSets } from "../src/meaning/run-meaning.ts";
import { tellSeen } from "../src/meaning/tell-seen.ts";

const pair = (label: LabelledPair["label"], code: string, evidence: string, trade = "security"): LabelledPair => ({
  ...{ requirement: `Leavers lose access within 5 days (${trade})`, title: "Log", label, code, trade, evidence },
});
const SOUND = pair("S", "para", "Every account of a leaver is closed in 3 days by the company.");
const PAIRS = [
  SOUND,
  pair("S", "record", "Accounts of leavers are closed on the day, all of them.", "retail"),
  pair("P", "part", "Accounts of some leavers are closed on the day."),
  pair("C", "late", "Leavers keep the accounts that they had."),
  pair("N", "hope", "Accounts of leavers will be looked at."),
  pair("N", "far", "The canteen is open."),
];

const CERTAIN: EntailmentScores = { supports: 0.96, partly: 0.02, contradicts: 0.01, unrelated: 0.01 };
const UNRELATED: EntailmentScores = { supports: 0.01, partly: 0.02, contradicts: 0.01, unrelated: 0.96 };
let asked = 0;
/** Believes whatever speaks of leavers. */
const credulous: Entailment = {
  ...{ model: "credulous", sha256: "0".repeat(64), runtime: "test" },
  score: (pairs) => {
    asked += pairs.length;
    return Promise.resolve(pairs.map(({ evidence }) => (/leaver/i.test(evidence) ? CERTAIN : UNRELATED)));
  },
};
const limits = { related: 0.05, supports: 0.5, contradicts: 0.5 };
const covers = { languages: ["en"], kinds: ["PROSE"] } satisfies OpenMeaningModel["covers"];
const MODEL: OpenMeaningModel = { entailment: credulous, covers, thresholds: { reading: limits, wording: limits } };

const MADE = { name: "made", authors: ["a1"], pairs: PAIRS };
const MEASURED = { sets: [MADE], gate: MADE, gateCount: 5, seed: 3, trainedOn: undefined };

describe("kappa", () => {
  test("is what two judges agree on beyond chance, with the share of the most frequent answer", () => {
    const cases = [
      ...Array.from({ length: 20 }, () => ["yes", "yes"] as const),
      ...Array.from({ length: 5 }, () => ["yes", "no"] as const),
      ...Array.from({ length: 10 }, () => ["no", "yes"] as const),
      ...Array.from({ length: 15 }, () => ["no", "no"] as const),
    ];
    const { kappa, agreed, baseRate, of } = agreementOf(cases);
    expect({ kappa: Number(kappa.toFixed(4)), agreed, baseRate, of }).toEqual({
      ...{ kappa: 0.4, agreed: 0.7, baseRate: 0.5, of: 50 },
    });
  });

  test("is nothing for who always says the most frequent answer", () => {
    const cases = ["a", "a", "a", "b"].map((right) => [right, "a"] as const);
    expect(agreementOf(cases)).toMatchObject({ kappa: 0, agreed: 0.75, baseRate: 0.75 });
  });
});

describe("the invariance gate", () => {
  const gate = { pairs: PAIRS, count: 5, seed: 1 };

  test("counts a verdict that moves under a change that does not matter", async () => {
    const steady = await measureHarmless({ ...gate, changes: HARMLESS_CHANGES, judge: async () => "PARTIAL" });
    expect(steady).toEqual(HARMLESS_CHANGES.map(({ name }) => ({ change: name, wrong: 0, of: 1 })));
    const shaken = await measureHarmless({
      ...{ ...gate, changes: HARMLESS_CHANGES, count: 30 },
      judge: async ({ evidence, title }) =>
        evidence === evidence.toUpperCase() || title !== "Log" ? "MISSING" : "COMPLETE",
    });
    expect(shaken.filter(({ wrong }) => wrong > 0)).toEqual([
      { change: "another file name", wrong: 6, of: 6 },
      { change: "upper case", wrong: 6, of: 6 },
    ]);
  });

  test("counts a COMPLETE that stays when the proof is taken away, of sound pairs that were COMPLETE before", async () => {
    const blind = await measureTelling({ ...gate, changes: TELLING_CHANGES, judge: async () => "COMPLETE" });
    expect(blind).toEqual(TELLING_CHANGES.map(({ name }) => ({ change: name, wrong: 1, of: 1 })));
    const careful = await measureTelling({
      ...{ ...gate, changes: TELLING_CHANGES },
      judge: async ({ evidence }) => (PAIRS.some((each) => each.evidence === evidence) ? "COMPLETE" : "MISSING"),
    });
    expect(careful.every(({ wrong, of }) => wrong === 0 && of === 1)).toBe(true);
    const never = await measureTelling({ ...gate, changes: TELLING_CHANGES, judge: async () => "MISSING" });
    expect(never.every(({ of }) => of === 0)).toBe(true);
  });

  test.each([
    ["not", "Every account of a leaver is not closed in 3 days by the company."],
    ["fewer", "only a few of the account of a leaver is closed in 3 days by the company."],
    ["later", "Every account of a leaver is closed in 60 days by the company."],
  ])("changes '%s' by code", (name, evidence) => {
    expect(TELLING_CHANGES.find((change) => change.name === name)!.apply(SOUND)!.second.evidence).toBe(evidence);
  });

  test("omits what has nothing to change", () => {
    const none = { ...SOUND, requirement: "Leavers lose access", evidence: "Closed" };
    const applied = [...HARMLESS_CHANGES, ...TELLING_CHANGES].filter((change) => change.apply(none));
    expect(applied.map(({ name }) => name)).not.toContain("later");
    expect(applied.map(({ name }) => name)).not.toContain("another word for the company");
  });
});

test("each figure counts what its name says, once for each pair, and a second run gives the same file", async () => {
  const file = await measureMeaning(MODEL, MEASURED);
  const of = (what: string) => file.lines.find((line) => line.beside === "reading" && line.what === what);
  expect(of("false COMPLETE, ordinary")).toMatchObject({ count: 1, of: 1, better: "few" });
  expect(of("true evidence in other words, COMPLETE")).toMatchObject({ count: 2, of: 2, low: 0.3424, high: 1 });
  expect(of("right answers vetoed")).toMatchObject({ count: 0, of: 2 });
  expect(file.agreements[0]).toMatchObject({ set: "made", of: 6, baseRate: 0.5 });
  const before = asked;
  expect(await measureMeaning(MODEL, MEASURED)).toEqual(file);
  // Each pair is asked once for all thresholds.
  expect(asked - before).toBe(before);
});

describe("which authors the training has read", () => {
  test("each author in the repository is in one half", async () => {
    const files = await readdir(new URL("../sets/pairs/", import.meta.url));
    const authors = files.filter((name) => name.endsWith(".jsonl")).map((name) => basename(name, ".jsonl"));
    expect(AUTHOR_HALVES.flatMap(authorsOf).toSorted()).toEqual(authors.toSorted());
    expect(halfOf(authorsOf("held out"))).toBe("held out");
    expect(halfOf([...authorsOf("held out"), ...authorsOf("development")])).toBeNull();
    expect(halfOf(["somebody else"])).toBeNull();
  });

  test("is told from the model's card; where it says nothing, it is not known", () => {
    expect(tellSeen(["a1", "a2"], { authors: ["a1", "a2", "a3"] })).toBe("seen in training");
    expect(tellSeen(["a1", "a2"], { authors: ["a2"] })).toBe("partly seen in training");
    expect(tellSeen(["a1"], { authors: [] })).toBe("not seen");
    expect(tellSeen(["a1"], undefined)).toBe("not known");
    expect(tellSeen([], { authors: ["a1"] })).toBe("not known");
  });

  test("is next to each figure", async () => {
    const trainedOn = { authors: ["a1"] };
    const fresh = { ...MADE, name: "fresh", authors: ["b9"] };
    const file = await measureMeaning(MODEL, { ...MEASURED, sets: [MADE, fresh], trainedOn });
    expect(file.sets.map(({ seen, half }) => [seen, half])).toEqual([
      ["seen in training", "training"],
      ["not seen", null],
      ["seen in training", "training"],
    ]);
    const rows = printMeaning(file)
      .split("\n")
      .filter((line) => /^\| \d/.test(line));
    expect(rows).toHaveLength(file.lines.length + file.agreements.length);
    for (const row of rows) expect(row).toMatch(/^\| (?:2 \| not seen|[13] \| seen in training) \|/);
  });
});

test("a figure fell where it is outside the interval of before, on the same pairs alone", async () => {
  const file = await measureMeaning(MODEL, MEASURED);
  const doubting = { ...credulous, score: () => Promise.resolve([UNRELATED]) };
  const worse = await measureMeaning({ ...MODEL, entailment: doubting }, MEASURED);
  expect(findFallen(file, file)).toEqual([]);
  expect(findFallen(file, worse).map(({ after }) => after.what)).toContain("true evidence in other words, COMPLETE");
  const onOthers = { ...worse, sets: worse.sets.map((set) => ({ ...set, sha256: "f".repeat(64) })) };
  expect(findFallen(file, onOthers)).toEqual([]);
});

test("what is held back is counted by the reason that counts, rightly and wrongly", () => {
  const found = (weak: "NOT_ENTAILED" | "NEGATED" | undefined) => ({
    ...{ status: weak ? ("PARTIAL" as const) : ("COMPLETE" as const), weak, checked: undefined },
  });
  const [sound, other, part, contrary, hope] = PAIRS;
  const explained = [
    { pair: sound!, found: found("NOT_ENTAILED") },
    { pair: other!, found: found(undefined) },
    { pair: part!, found: found("NEGATED") },
    { pair: contrary!, found: found("NOT_ENTAILED") },
    { pair: hope!, found: found("NEGATED") },
  ];
  expect(countHeldBack(explained)).toEqual([
    { reason: "NOT_ENTAILED", wrong: 1, sound: 1 },
    { reason: "NEGATED", wrong: 1, sound: 0 },
  ]);
});

describe("thresholds", () => {
  /** Sound pairs of a kind score `sound`, others `wrong`, by each author alike. */
  const scored = (kind: TextKind, sound: number, wrong: number) =>
    ["a1", "a2", "a3"].flatMap((author) =>
      Array.from({ length: 30 }, (_, at): ScoredPair => {
        const isSound = at % 2 === 0;
        const supports = isSound ? sound : wrong;
        return {
          author,
          kind,
          isSound,
          isOffTopic: !isSound,
          scores: { supports, partly: 0, contradicts: 0, unrelated: 1 - supports },
        };
      }),
    );
  const worth = { beside: "reading", falseWeight: 1 } as const;

  test("of a kind that scores lower pay, on authors for whom they were not chosen", () => {
    const { general, kinds } = compareThresholds(
      [...scored("PROSE", 0.8, 0.42), ...scored("LOG_LINE", 0.33, 0.1)],
      worth,
    );
    expect(general).toMatchObject({ kind: "ALL", soundOf: 90, wrongOf: 90 });
    expect(kinds).toMatchObject([
      { kind: "PROSE", supports: 0.45, sound: 45, wrong: 0 },
      { kind: "LOG_LINE", supports: 0.15, sound: 45, wrong: 0 },
    ]);
    expect(kinds.map(pays)).toContain(true);
  });

  test("of kinds that score alike do not, nor of a kind with too few pairs", () => {
    const few = scored("SETTING", 0.3, 0.1).slice(0, 20);
    const { kinds } = compareThresholds(
      [...scored("PROSE", 0.8, 0.4), ...scored("TABLE_ROW", 0.8, 0.4), ...few],
      worth,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["PROSE", "TABLE_ROW"]);
    expect(kinds.some(pays)).toBe(false);
  });

  test("of relation are shown with what they set aside, rightly and wrongly", () => {
    const counts = compareRelated([...scored("PROSE", 0.6, 0.08), ...scored("LOG_LINE", 0.15, 0.3)]);
    expect(counts.slice(0, 3)).toEqual([
      { related: 0.05, offTopic: 0, offTopicOf: 90, sound: 0, soundOf: 90 },
      { related: 0.1, offTopic: 45, offTopicOf: 90, sound: 0, soundOf: 90 },
      { related: 0.2, offTopic: 45, offTopicOf: 90, sound: 45, soundOf: 90 },
    ]);
  });

  test("a false proof that counts more asks for a higher one", () => {
    const pairs = [...scored("PROSE", 0.6, 0.1), ...scored("PROSE", 0.9, 0.62).slice(0, 40)];
    const at = (falseWeight: number) => compareThresholds(pairs, { ...worth, falseWeight }).general.supports;
    expect(at(5)).toBeGreaterThan(at(0.1));
  });
});

test("the guard's held-out halves are a set of their own, in place of the authors'", async () => {
  const [guard, ...others] = await readSets({ files: [], guard: true });
  expect(others).toEqual([]);
  expect(guard?.pairs).toHaveLength(476);
  const byAuthors = await readSets({ files: [], guard: false });
  expect(byAuthors.map(({ authors }) => halfOf(authors))).toEqual(["development", "held out"]);
});

test("what stands around the evidence of a pair is judged with it", async () => {
  const check = checkOf(MODEL, "reading");
  const judge = judgeBy(MODEL.entailment, { ...check, thresholds: { ...check.thresholds, doubtful: 0.5 } });
  const alone = { requirement: "Leavers lose access", evidence: "Leavers lose access on the day.", title: "Log" };
  const nothing = { before: "", after: "", beside: [], known: [] };
  expect(await judge(alone)).toBe("COMPLETE");
  expect(await judge({ ...alone, around: nothing })).toBe("COMPLETE");
  expect(await judge({ ...alone, around: { ...nothing, before: "## Planned measures\n\n" } })).toBe("PARTIAL");
  expect(await judge({ ...alone, around: { ...nothing, beside: ["Leavers do not lose access."] } })).toBe("PARTIAL");
});

test("pairs are drawn by seed, each once", () => {
  const all = Array.from({ length: 50 }, (_, at) => at);
  const some = draw(all, 10, 5);
  expect(draw(all, 10, 5)).toEqual(some);
  expect(new Set(some).size).toBe(10);
  expect(draw(all, 10, 6)).not.toEqual(some);
  expect(draw(all, 99, 5).sort((a, b) => a - b)).toEqual(all);
});

test("a file of ContractNLI is read as its clauses and what they entail or contradict", () => {
  const text = "1. Notes stay secret.\nCopies may be made. End.";
  const annotations = {
    a: { choice: "Entailment", spans: [0, 1] },
    b: { choice: "Contradiction", spans: [1] },
    c: { choice: "NotMentioned", spans: [] },
  };
  const labels = { a: { hypothesis: "A" }, b: { hypothesis: "B" }, c: { hypothesis: "C" } };
  const spans = [
    [3, 22],
    [22, 41],
  ];
  const file = { documents: [{ text, spans, annotation_sets: [{ annotations }] }], labels };
  const read = parseContracts(JSON.stringify(file), "x.json");
  expect(read.map(({ requirement, evidence, label }) => [requirement, evidence, label])).toEqual([
    ["A", "Notes stay secret. Copies may be made.", "S"],
    ["B", "Copies may be made.", "C"],
  ]);
  for (const other of ["{}", "no json"])
    expect(() => parseContracts(other, "x.json")).toThrow(
      "Cannot read x.json because it must be a file of ContractNLI",
    );
});

test("a line that is no labelled pair is refused with its place", () => {
  expect(parsePairs('{"r":"R","e":"E","y":"S"}\n\n', "x.jsonl")).toHaveLength(1);
  expect(() => parsePairs('{"r":"R","e":"E","y":"S"}\n{"r":"R","e":"E","y":"X"}', "x.jsonl")).toThrow(
    "line 2 of x.jsonl",
  );
  expect(() => parsePairs("no json", "x.jsonl")).toThrow("Cannot read line 1 of x.jsonl because it must be JSON");
});
