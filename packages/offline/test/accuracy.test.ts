import { describe, expect, test } from "vitest";
import { assessStatement, statusOf, toPassage } from "./assess-pair.ts";
import { HELD_OUT_PAIRS } from "./held-out-pairs.ts";
import type { LabelledPair } from "./labelled-pair.ts";
import { TUNING_PAIRS } from "./tuning-pairs.ts";

const ALL_PAIRS = [...TUNING_PAIRS, ...HELD_OUT_PAIRS];
const passageOf = ({ documentTitle, text }: LabelledPair) => toPassage(documentTitle, text);

async function statusesOf(pairs: readonly LabelledPair[], passagesOf = (pair: LabelledPair) => [passageOf(pair)]) {
  return Promise.all(
    pairs.map(async (pair) => ({
      pair,
      status: statusOf(await assessStatement(pair.requirement, pair.criterion, passagesOf(pair))),
    })),
  );
}

function accuracyOf(results: Awaited<ReturnType<typeof statusesOf>>): number {
  return results.filter(({ pair, status }) => status === pair.label).length / results.length;
}

test("the labelled pairs cover every status and every trait", () => {
  expect(ALL_PAIRS.length).toBeGreaterThanOrEqual(100);
  for (const label of ["COMPLETE", "PARTIAL", "MISSING"] as const) {
    expect(ALL_PAIRS.filter((pair) => pair.label === label).length).toBeGreaterThanOrEqual(20);
  }
  for (const trait of ["instruction", "unrelated", "planned", "figure", "denied"] as const) {
    expect(ALL_PAIRS.filter((pair) => pair.trait === trait).length).toBeGreaterThanOrEqual(5);
  }
});

describe.each([
  ["tuning", TUNING_PAIRS],
  ["held-out", HELD_OUT_PAIRS],
])("of the %s pairs", (_, pairs) => {
  test("at least 85 % get their label", async () => {
    expect(accuracyOf(await statusesOf(pairs))).toBeGreaterThanOrEqual(0.85);
  });

  test("at least 85 % get their label among passages on other matters", async () => {
    const others = ALL_PAIRS.filter(({ label }) => label === "COMPLETE");
    const among = (pair: LabelledPair) => {
      const strangers = others.filter(({ criterion }) => criterion !== pair.criterion);
      return [...strangers.slice(0, 4), pair, ...strangers.slice(4, 7)].map(passageOf);
    };
    expect(accuracyOf(await statusesOf(pairs, among))).toBeGreaterThanOrEqual(0.85);
  });

  test("none becomes COMPLETE that is planned, denied, short of a figure, unrelated or an instruction", async () => {
    const hard = await statusesOf(pairs.filter(({ trait }) => trait !== undefined));
    expect(hard.filter(({ status }) => status === "COMPLETE").map(({ pair }) => pair.text)).toEqual([]);
  });
});

test("evidence for one requirement is COMPLETE for none of another criterion, and hardly ever PARTIAL", async () => {
  const statements = [...new Map(ALL_PAIRS.map((pair) => [pair.requirement, pair])).values()];
  const crossed = statements.flatMap(({ requirement, criterion }) =>
    ALL_PAIRS.filter((pair) => pair.criterion !== criterion).map((pair) => ({ ...pair, requirement, criterion })),
  );
  const statuses = (await statusesOf(crossed)).map(({ status }) => status);
  expect(statuses.length).toBeGreaterThan(1_000);
  expect(statuses.filter((status) => status === "COMPLETE")).toEqual([]);
  expect(statuses.filter((status) => status === "PARTIAL").length / statuses.length).toBeLessThanOrEqual(0.03);
});
