import { describe, expect, test } from "vitest";
import {
  ancestorsOf,
  attributesOf,
  childrenOf,
  findRow,
  MARK,
  rowId,
  waitingOf,
} from "../../../src/traces/model/trace.ts";
import { BEGAN, type GivenSpan, makeTrace, outline, RETRIED, requirement, rowOf, spanId } from "./make-trace.ts";

const REQUIREMENTS = [
  requirement("A.1", { verdict: "COMPLETE" as const, flags: ["EXPIRED_EVIDENCE"] }),
  requirement("A.2", { verdict: "MISSING" as const, reusedFromRunId: "r" }),
];
const trace = makeTrace(RETRIED, { requirements: REQUIREMENTS });
const of = (column: ArrayLike<number>, id: number) => column[rowOf(trace, id)];

test("spans stand below their parents, grouped by requirement, in the order in which they began", () => {
  expect(outline(trace)).toEqual([
    "1",
    "  2",
    "  3",
    "    [A.1]",
    "      4",
    "        5",
    "      8",
    "        9",
    "    [A.2]",
    "      6",
    "        7",
  ]);
  expect(ancestorsOf(trace, rowOf(trace, 9)).map((row) => rowId(trace, row))).toEqual([
    spanId(1),
    spanId(3),
    "requirement:A.1",
    spanId(8),
  ]);
  expect(childrenOf(trace, 0)).toEqual([1, 2]);
});

test("a row is found by what it is called in the address", () => {
  for (let row = 0; row < trace.count; row++) expect(findRow(trace, rowId(trace, row))).toBe(row);
  for (const id of ["requirement:none", "f".repeat(16), "nonsense", ""]) expect(findRow(trace, id)).toBe(-1);
});

test("time is split into a model's, other work and waiting, also where spans overlap", () => {
  const group = findRow(trace, "requirement:A.1");
  expect([trace.model[group], trace.work[group], waitingOf(trace, group)]).toEqual([250, 50, 600]);
  expect([of(trace.model, 8), of(trace.work, 8), waitingOf(trace, rowOf(trace, 8))]).toEqual([160, 40, 0]);
  expect([of(trace.model, 3), of(trace.work, 3), waitingOf(trace, rowOf(trace, 3))]).toEqual([340, 60, 500]);
  expect([of(trace.model, 1), of(trace.work, 1), waitingOf(trace, 0)]).toEqual([340, 160, 500]);
  expect([of(trace.model, 5), of(trace.work, 5)]).toEqual([90, 0]);
});

test("own time is what no row below covers", () => {
  expect([of(trace.own, 8), of(trace.own, 9), of(trace.own, 3), trace.own[findRow(trace, "requirement:A.1")]]).toEqual([
    40, 160, 0, 600,
  ]);
});

test("the idle times of the run are those in which nothing works", () => {
  expect([...trace.idle]).toEqual([300, 800]);
});

test("tokens and cost are what a span says, else the sum below", () => {
  expect([of(trace.tokensIn, 1), of(trace.tokensOut, 3), of(trace.tokensIn, 8), of(trace.tokensIn, 5)]).toEqual([
    30, 2, 20, 0,
  ]);
  expect(trace.costUsd[0]).toBeCloseTo(0.03);
  const said = makeTrace([...RETRIED.slice(1), { ...RETRIED[0]!, tokens: 7 }]);
  expect([said.tokensIn[0], said.tokensIn[rowOf(said, 3)]]).toEqual([7, 30]);
});

test("errors, retries, flags and reuse are marked on the spans and the requirement", () => {
  const marked = (mark: number) =>
    outline(trace)
      .filter((_, row) => trace.marks[row]! & mark)
      .map((line) => line.trim());
  expect(marked(MARK.ERROR)).toEqual(["4", "5"]);
  expect(marked(MARK.RETRIED)).toEqual(["[A.1]", "4", "8"]);
  expect(marked(MARK.FLAGGED)).toEqual(["[A.1]", "4", "5", "8", "9"]);
  expect(marked(MARK.REUSED)).toEqual(["[A.2]", "6", "7"]);
  expect(marked(MARK.CRITICAL)).toEqual(["1", "2", "3", "[A.1]", "4", "5", "8", "9"]);
});

test("slow is what took far longer than the spans of its name", () => {
  const calls = Array.from({ length: 40 }, (_, at): GivenSpan => {
    const from = at * 20;
    return { id: 10 + at, below: 1, model: true, from, to: from + (at === 30 ? 100 : 10) };
  });
  const slow = makeTrace([{ id: 1, from: 0, to: 1000 }, ...calls]);
  expect(Array.from(slow.marks).flatMap((bits, row) => (bits & MARK.SLOW ? slow.idLow[row]! : []))).toEqual([40]);
});

test("attributes are kept as they came", () => {
  const row = rowOf(trace, 7);
  expect(attributesOf(trace, row)).toEqual([
    { key: "llm.cost.usd", values: [0.01] },
    { key: "llm.model", values: ["m1"] },
    { key: "llm.tokens.in", values: [10] },
    { key: "llm.tokens.out", values: [1] },
    { key: "requirement.codes", values: ["A.2"] },
  ]);
});

describe("a run that is under way", () => {
  test("has open rows for its root and its steps, which are not stored yet", () => {
    const open = makeTrace(
      RETRIED.filter(({ id }) => id !== 1 && id !== 3),
      { steps: [{ name: "ASSESSMENT", spanId: spanId(3), startedAtMs: BEGAN + 100 }], endedAtMs: BEGAN + 5000 },
    );
    expect(outline(open).slice(0, 4)).toEqual(["run?", "  2", "  ASSESSMENT?", "    [A.1]"]);
    expect(open.durationMs).toBe(5000);
    expect(open.spanCount).toBe(7);
  });

  test("without a span has its root alone", () => {
    expect(outline(makeTrace([]))).toEqual(["run?"]);
  });
});

test("verdicts without a span stand at the end of their step", () => {
  const unasked = makeTrace(RETRIED, {
    requirements: [...REQUIREMENTS, requirement("A.3", { verdict: "MISSING" as const })],
  });
  expect(outline(unasked).at(-1)).toBe("    [A.3]");
});

test("spans without a known parent and those in a circle hang below the root", () => {
  const odd = makeTrace([
    { id: 1, from: 0, to: 10 },
    { id: 2, below: 99, from: 1, to: 2 },
    { id: 3, below: 4, from: 2, to: 3 },
    { id: 4, below: 3, from: 3, to: 4 },
    { id: 5, below: 5, from: 4, to: 5 },
  ]);
  expect(odd.count).toBe(5);
  expect(outline(odd).filter((line) => line.startsWith("  ") && !line.startsWith("    "))).toHaveLength(3);
});

test("a chain of 20,000 spans is built without running out of stack", () => {
  const chain = Array.from(
    { length: 20_000 },
    (_, at): GivenSpan => ({ id: at + 1, below: at, from: at, to: 40_000 - at }),
  );
  const deep = makeTrace(chain);
  expect(deep.depth[deep.count - 1]).toBe(19_999);
  expect(deep.flameLines).toBe(20_000);
});

test("in the flame view no span covers another that runs at the same time", () => {
  const at = (id: number) => trace.flameLine[rowOf(trace, id)];
  expect([at(1), at(2), at(3)]).toEqual([0, 1, 1]);
  const groups = ["requirement:A.1", "requirement:A.2"].map((id) => trace.flameLine[findRow(trace, id)]);
  expect(groups).toEqual([2, 5]);
  expect([at(4), at(8), at(9), at(6), at(7)]).toEqual([3, 3, 4, 6, 7]);
});
