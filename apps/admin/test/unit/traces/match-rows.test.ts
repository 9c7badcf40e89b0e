import { describe, expect, test } from "vitest";
import { formatConditions, parseCondition, parseConditions } from "../../../src/traces/model/conditions.ts";
import { countMarks, filterKeys, matchRows } from "../../../src/traces/model/match-rows.ts";
import { searchRows } from "../../../src/traces/model/search-rows.ts";
import { findRow, type MarkName } from "../../../src/traces/model/trace.ts";
import { carryClosed, closedAtFirst, revealRow, visibleRows } from "../../../src/traces/model/visible-rows.ts";
import { makeTrace, outline, RETRIED, requirement, rowOf, spanId } from "./make-trace.ts";

const trace = makeTrace(RETRIED, {
  requirements: [
    requirement("A.1", { verdict: "COMPLETE" as const, flags: ["EXPIRED_EVIDENCE"] }),
    requirement("A.2", { verdict: "MISSING" as const }),
  ],
});

function filter(text: string, marks: MarkName[] = []): string[] {
  const matched = matchRows(trace, { conditions: parseConditions(text), marks })!;
  return outline(trace)
    .filter((_, row) => matched.rows[row])
    .map((line) => line.trim());
}

describe("a filter takes any attribute:", () => {
  test.each([
    ["error.type=MODEL_TIMEOUT", ["4", "5"]],
    ["error.type~timeout", ["4", "5"]],
    ["llm.tokens.in>10", ["9"]],
    ["llm.tokens.in<20;llm.model=m1", ["7"]],
    ["requirement.codes=a.2", ["6", "7"]],
    ["verdict=MISSING", ["[A.2]", "6", "7"]],
    ["verdict=MISSING;name~model", ["7"]],
    ["flag=EXPIRED_EVIDENCE;name=assessment", ["4", "8"]],
    ["duration>500;status=OK", ["1", "3", "[A.1]"]],
    ["requirement!=A.1;name!=run.step", ["1", "[A.2]", "6", "7"]],
    ["no.such=1", []],
  ])("%s", (text, rows) => {
    expect(filter(text)).toEqual(rows);
  });
});

test("marks pass any row that carries one of them, together with the conditions", () => {
  expect(filter("", ["ERROR", "RETRIED"])).toEqual(["[A.1]", "4", "5", "8"]);
  expect(filter("llm.model=m1", ["ERROR"])).toEqual(["5"]);
  expect(matchRows(trace, { conditions: [], marks: [] })).toBeUndefined();
});

test("what passes is counted in spans, and kept with the rows above it", () => {
  const matched = matchRows(trace, { conditions: [], marks: ["RETRIED"] })!;
  expect(matched.count).toBe(2);
  expect(outline(trace, visibleRows(trace, new Uint8Array(trace.count), matched.kept))).toEqual([
    "1",
    "  3",
    "    [A.1]",
    "      4",
    "      8",
  ]);
  expect(countMarks(trace)).toMatchObject({ ERROR: 2, RETRIED: 2, FLAGGED: 4, REUSED: 0, SLOW: 0 });
});

test("the keys are those of rows and every attribute there is", () => {
  expect(filterKeys(trace)).toEqual(expect.arrayContaining(["verdict", "duration", "error.type", "llm.tokens.in"]));
});

test("conditions go into the address and come back", () => {
  const conditions = parseConditions("error.type=A\\;B\\\\;llm.tokens.in>10;nonsense");
  expect(conditions).toEqual([
    { key: "error.type", operator: "=", value: "A;B\\" },
    { key: "llm.tokens.in", operator: ">", value: "10" },
  ]);
  expect(parseConditions(formatConditions(conditions))).toEqual(conditions);
  expect(parseCondition("a != b")).toEqual({ key: "a", operator: "!=", value: "b" });
  expect(parseCondition("a=")).toBeNull();
});

describe("search finds", () => {
  test.each([
    ["timeout", ["4", "5"]],
    ["a.2", ["[A.2]", "6", "7"]],
    ["missing", ["[A.2]"]],
    ["Title of A.1", ["[A.1]"]],
    ["MODEL_CALL", ["5", "9", "7"]],
    [spanId(9), ["9"]],
    ["", []],
    ["nothing like it", []],
  ])("%s", (text, rows) => {
    expect(outline(trace, searchRows(trace, text)).map((line) => line.trim())).toEqual(rows);
  });

  test("only what a filter keeps", () => {
    const { kept } = matchRows(trace, { conditions: parseConditions("verdict=MISSING"), marks: [] })!;
    expect(outline(trace, searchRows(trace, "model_call", kept)).map((line) => line.trim())).toEqual(["7"]);
  });
});

test("what is below a closed row is not in the list, until one of it is to be shown", () => {
  const group = findRow(trace, "requirement:A.1");
  const closed = closedAtFirst(trace);
  expect(closed.some(Boolean)).toBe(false);
  closed[group] = 1;
  expect(outline(trace, visibleRows(trace, closed)).map((line) => line.trim())).toEqual([
    "1",
    "2",
    "3",
    "[A.1]",
    "[A.2]",
    "6",
    "7",
  ]);
  const revealed = revealRow(trace, closed, rowOf(trace, 9));
  expect(visibleRows(trace, revealed)).toHaveLength(trace.count);
  expect(closed[group]).toBe(1);
  expect(revealRow(trace, revealed, rowOf(trace, 9))).toBe(revealed);
});

test("a run that continues keeps the rows closed that were", () => {
  const earlier = makeTrace(
    RETRIED.filter(({ id }) => id < 8),
    { steps: [] },
  );
  const closed = new Uint8Array(earlier.count);
  closed[findRow(earlier, "requirement:A.2")] = 1;
  const carried = carryClosed(earlier, closed, trace);
  expect(Array.from(carried).flatMap((each, row) => (each ? outline(trace)[row]!.trim() : []))).toEqual(["[A.2]"]);
});
