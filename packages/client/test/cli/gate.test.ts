import { expect, test } from "vitest";
import { findRegressions } from "../../src/cli/gate/find-regressions.ts";
import type { Side } from "../../src/cli/gate/load-side.ts";
import type { Assessment } from "../../src/generated/types.ts";

function side(...given: Partial<Assessment>[]): Side {
  const assessments = given.map(
    (each) => ({ requirementId: "1.1", status: "COMPLETE", citations: [], ...each }) as unknown as Assessment,
  );
  return {
    run: {} as Side["run"],
    documents: new Map(),
    assessments: new Map(assessments.map((each) => [each.requirementId, each])),
  };
}

const occurrences = (found: number) => ({ occurrences: { expected: 4, found, gaps: [] } });

test.each([
  ["a lower verdict", {}, { status: "PARTIAL" }, ["verdict"]],
  ["a verdict that nobody gave", { status: "PARTIAL" }, { status: "MISSING", flags: ["NOT_JUDGED"] }, ["verdict"]],
  ["a failed one", { status: "PARTIAL" }, { status: "FAILED" }, ["verdict"]],
  ["fewer records", occurrences(4), occurrences(3), ["occurrences"]],
  ["a new contradiction", {}, { flags: ["CONTRADICTED"] }, ["contradiction"]],
  ["a higher verdict", { status: "MISSING" }, {}, []],
  ["more records", occurrences(3), occurrences(4), []],
  ["a contradiction that was there", { flags: ["CONTRADICTED"] }, { flags: ["CONTRADICTED"] }, []],
] as [string, Partial<Assessment>, Partial<Assessment>, string[]][])(
  "%s: what the gate says",
  (_, before, after, causes) => {
    expect(findRegressions(side(before), side(after)).map(({ cause }) => cause)).toEqual(causes);
  },
);

test("a requirement that is new or gone is no regression", () => {
  expect(findRegressions(side({}), side({ requirementId: "2.1", status: "MISSING" }))).toEqual([]);
});
