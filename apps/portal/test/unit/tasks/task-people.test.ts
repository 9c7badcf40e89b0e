import type { Task } from "@assay/client";
import { expect, test } from "vitest";
import { hasLeft, isOverdue, MINE, matchesPeople, NOBODY } from "../../../src/tasks/task-people.ts";

const task = (change: Partial<Task>) =>
  ({ status: "PENDING", dueDate: null, exceptionId: null, assigneeId: null, ...change }) as Task;
const today = "2026-06-15";

test("a task is overdue from the day after its date, while it is open and no exception covers it", () => {
  expect(isOverdue(task({ dueDate: "2026-06-14" }), today)).toBe(true);
  for (const change of [
    { dueDate: null },
    { dueDate: today },
    { dueDate: "2026-06-14", status: "COMPLETED" as const },
    { dueDate: "2026-06-14", exceptionId: "e" },
  ])
    expect(isOverdue(task(change), today), JSON.stringify(change)).toBe(false);
});

test("mine, unassigned and overdue ones pass their filters", () => {
  const passes = (change: Partial<Task>, assignee: string | null, overdue = false) =>
    matchesPeople(task(change), { assignee, overdue }, { self: "me-id", today });
  expect(passes({ assigneeId: "me-id" }, MINE)).toBe(true);
  expect(passes({ assigneeId: "other" }, MINE)).toBe(false);
  expect(matchesPeople(task({}), { assignee: MINE, overdue: false }, { self: undefined, today })).toBe(false);
  expect(passes({}, NOBODY)).toBe(true);
  expect(passes({ assigneeId: "other" }, NOBODY)).toBe(false);
  expect(passes({ dueDate: "2020-01-01" }, null, true)).toBe(true);
  expect(passes({}, null, true)).toBe(false);
});

test("somebody has left who is not among the members, once those are known", () => {
  const people = [{ userId: "a", email: "a@x.test", role: "MEMBER" as const, mayReview: false }];
  expect(hasLeft(task({ assigneeId: "b" }), people)).toBe(true);
  expect(hasLeft(task({ assigneeId: "a" }), people)).toBe(false);
  expect(hasLeft(task({ assigneeId: "b" }), undefined)).toBe(false);
  expect(hasLeft(task({}), people)).toBe(false);
});
