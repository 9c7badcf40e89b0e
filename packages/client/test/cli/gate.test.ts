import { expect, test } from "vitest";
import type { Connection } from "../../src/cli/access/connect.ts";
import { findRun } from "../../src/cli/find-run.ts";
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

/** Runs by id, the newest first, with the status and the source that they pin. */
function runsOf(runs: Readonly<Record<string, readonly [status: string, pins?: string]>>): Connection {
  const summary = (id: string) => ({ id, status: runs[id]![0] });
  const list = ({ source }: { source?: string }) => {
    const items = Object.keys(runs).filter((id) => source === undefined || runs[id]![1] === source);
    return { page: async () => ({ items: items.slice(0, 1).map(summary) }) };
  };
  const configuration = async (id: string) => ({ manifests: runs[id]![1] ? [{ source: runs[id]![1] }] : [] });
  return { assay: { runs: { list, get: async (id: string) => summary(id), configuration } } } as unknown as Connection;
}

const { signal } = new AbortController();

test.each(["PENDING", "FAILED"])(
  "a newest run that is %s is the one that the gate of a source sees",
  async (status) => {
    const connection = runsOf({ new: [status], old: ["COMPLETED", "team"] });
    expect(await findRun(connection, undefined, signal, "team")).toEqual({ id: "new", status });
    expect(await findRun(connection, "new", signal, "team")).toEqual({ id: "new", status });
  },
);

test("past completed runs that pin no manifest of the source the newest that does is taken", async () => {
  const connection = runsOf({ new: ["COMPLETED", "other"], old: ["COMPLETED", "team"] });
  expect(await findRun(connection, undefined, signal, "team")).toMatchObject({ id: "old" });
  expect(await findRun(connection, "latest", signal)).toMatchObject({ id: "new" });
  await expect(findRun(connection, "new", signal, "team")).rejects.toThrow("pins no manifest of 'team'");
  await expect(findRun(connection, undefined, signal, "none")).rejects.toThrow("There is no run that pins");
});
