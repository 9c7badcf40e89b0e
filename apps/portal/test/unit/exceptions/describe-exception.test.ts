import type { Exception } from "@assay/client";
import { expect, test } from "vitest";
import { byRequirement } from "../../../src/exceptions/by-requirement.ts";
import { daysLeft, describeEnd, describeState, isExpiring } from "../../../src/exceptions/describe-exception.ts";
import { isCovered, isOpenTask } from "../../../src/exceptions/is-open-task.ts";

const TODAY = "2026-03-01";

test.each<[string, number, string, boolean]>([
  ["2026-02-28", -1, "ended on Feb 28, 2026", false],
  ["2026-03-01", 0, "ends today", true],
  ["2026-03-02", 1, "ends in 1 day", true],
  ["2026-03-31", 30, "ends in 30 days", true],
  ["2026-04-01", 31, "until Apr 1, 2026", false],
  ["2028-02-29", 730, "until Feb 29, 2028", false],
])("of %s %d days are left: %s", (validUntil, left, text, expiring) => {
  expect(daysLeft(validUntil, TODAY)).toBe(left);
  expect(describeEnd({ validUntil }, TODAY)).toBe(text);
  expect(isExpiring({ validUntil }, TODAY)).toBe(expiring);
});

test("a state says whether the exception is active, is to come, or ends soon", () => {
  const approved = {
    status: "APPROVED",
    inForce: true,
    validFrom: "2026-01-01",
    validUntil: "2026-12-31",
  } as Exception;
  const labelOf = (change: Partial<Exception>) => describeState({ ...approved, ...change }, TODAY).label;
  expect(labelOf({})).toBe("Active");
  expect(labelOf({ validUntil: "2026-03-05" })).toBe("Ends in 4 days");
  expect(labelOf({ inForce: false, validFrom: "2026-06-01" })).toBe("From Jun 1, 2026");
  for (const [status, label] of [
    ["PROPOSED", "Proposed"],
    ["REVOKED", "Revoked"],
    ["EXPIRED", "Expired"],
  ] as const)
    expect(labelOf({ status, inForce: false })).toBe(label);
});

test("a covered task is not open, and a completed one is neither", () => {
  const open = { status: "PENDING", exceptionId: null } as const;
  expect([isOpenTask(open), isCovered(open)]).toEqual([true, false]);
  const covered = { status: "IN_PROGRESS", exceptionId: "e" } as const;
  expect([isOpenTask(covered), isCovered(covered)]).toEqual([false, true]);
  const done = { status: "COMPLETED", exceptionId: "e" } as const;
  expect([isOpenTask(done), isCovered(done)]).toEqual([false, false]);
});

test("of several exceptions of a requirement the one that lasts longest marks it", () => {
  const of = (id: string, requirementId: string, validUntil: string) => ({ id, requirementId, validUntil }) as never;
  const marks = byRequirement([of("a", "1", "2026-05-01"), of("b", "1", "2027-01-01"), of("c", "2", "2026-01-01")]);
  expect([...marks.values()].map(({ id }) => id)).toEqual(["b", "c"]);
});
