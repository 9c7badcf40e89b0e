import { describe, expect, test } from "vitest";
import { uploadFields } from "../src/documents.ts";
import { AssayError, DocumentError, ERROR_CATALOGUE, ModelError } from "../src/errors.ts";
import { optionalPageQuery, pageQuery } from "../src/paging.ts";
import { calendarDate, id, isStorableText, isUuid, sha256, timestamp } from "../src/primitives.ts";
import { importRunBody, patchTaskBody, run, startRunBody } from "../src/runs.ts";

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

describe("an id", () => {
  test.each([
    ["01a1fc00-0000-7000-8000-000000000000", true],
    ["01a1fc00-0000-7000-bfff-ffffffffffff", true],
    ["01A1FC00-0000-7000-8000-000000000000", false],
    ["01a1fc00-0000-4000-8000-000000000000", false],
    ["01a1fc00-0000-7000-c000-000000000000", false],
    ["{01a1fc00-0000-7000-8000-000000000000}", false],
    ["01a1fc00-0000-7000-8000-000000000000\n", false],
    ["01a1fc0000007000800000000000000000", false],
    ["", false],
  ])("%j is one of ours: %s", (value, expected) => {
    expect(accepts(id, value)).toBe(expected);
  });

  test("of anybody is any version, in lower case", () => {
    expect(isUuid("6ba7b810-9dad-11d1-80b4-00c04fd430c8")).toBe(true);
    for (const value of ["6BA7B810-9dad-11d1-80b4-00c04fd430c8", "6ba7b810", "6ba7b810-9dad-11d1-80b4-00c04fd430c8'"])
      expect(isUuid(value)).toBe(false);
  });
});

describe("a time", () => {
  test.each([
    ["2026-11-21T10:00:00.000Z", true],
    ["2024-02-29T23:59:59.999Z", true],
    ["2026-11-21T10:00:00Z", false],
    ["2026-11-21T10:00:00.000000Z", false],
    ["2026-11-21T10:00:00.000+01:00", false],
    ["2026-02-30T10:00:00.000Z", false],
    ["2026-11-21T24:00:00.000Z", false],
    ["0000-01-01T00:00:00.000Z", false],
    ["+275760-09-13T00:00:00.000Z", false],
  ])("%s is on the wire: %s", (value, expected) => {
    expect(accepts(timestamp, value)).toBe(expected);
  });

  test.each([
    ["2024-02-29", true],
    ["2026-02-29", false],
    ["2026-13-01", false],
    ["2026-1-1", false],
    ["0000-01-01", false],
    ["2026-01-01T00:00:00Z", false],
  ])("%s is a day: %s", (value, expected) => {
    expect(accepts(calendarDate, value)).toBe(expected);
  });
});

describe("a text", () => {
  test("can be stored without NUL and half characters", () => {
    expect(["", "é 漢 😀", "a\nb"].every(isStorableText)).toBe(true);
    expect(["\0", "a\ud800", "\udc00b"].some(isStorableText)).toBe(false);
  });

  test("is a checksum in 64 lowercase hex digits", () => {
    expect(accepts(sha256, "a".repeat(64))).toBe(true);
    for (const value of ["A".repeat(64), "a".repeat(63), "g".repeat(64)]) expect(accepts(sha256, value)).toBe(false);
  });
});

describe("a page's limit", () => {
  test("is 50 unless it is said, and left open where the list is whole", () => {
    expect(pageQuery.parse({})).toEqual({ limit: 50 });
    expect(optionalPageQuery.parse({})).toEqual({});
    expect(pageQuery.parse({ limit: "200" })).toEqual({ limit: 200 });
  });

  test.each(["0", "-1", "201", "1e2", "0x10", "10abc", " 5", "05", "", "1.0", "9999999999"])(
    "is refused: %j",
    (limit) => {
      expect(accepts(pageQuery, { limit })).toBe(false);
    },
  );
});

describe("what a request says", () => {
  test("beyond the contract is refused, never forgotten", () => {
    expect(accepts(startRunBody, { packId: "a", tenantId: "b" })).toBe(false);
    expect(accepts(patchTaskBody, { status: "COMPLETED", title: "x" })).toBe(false);
  });

  test.each([{ status: "DONE" }, { status: null }, {}, [], "COMPLETED", null])(
    "of a task's status is one of three: %j",
    (body) => {
      expect(accepts(patchTaskBody, body)).toBe(false);
    },
  );

  test("of an upload's dates must not end before it begins", () => {
    expect(accepts(uploadFields, { effectiveDate: "2026-01-02", expiresAt: "2026-01-02" })).toBe(true);
    const refused = uploadFields.safeParse({ effectiveDate: "2026-01-02", expiresAt: "2026-01-01" });
    expect(refused.error?.issues[0]).toMatchObject({ path: ["expiresAt"] });
  });

  test("of an imported run has results, and does not end before it starts", () => {
    const body = (change = {}) => ({
      startedAt: "2026-01-01T00:00:00.000Z",
      completedAt: "2026-01-01T01:00:00.000Z",
      assessments: [{ requirementId: "1.1", confidence: 0.5, reasoning: "x" }],
      ...change,
    });
    expect(importRunBody.parse(body())).toMatchObject({ tasks: [], assessments: [{ citations: [] }] });
    for (const change of [
      { assessments: [] },
      { completedAt: "2025-01-01T00:00:00.000Z" },
      { assessments: [{ requirementId: "1.1", confidence: 1.5, reasoning: "x" }] },
    ])
      expect(accepts(importRunBody, body(change))).toBe(false);
  });
});

test("a reply with an undocumented field is no reply", () => {
  const shape = Object.fromEntries(Object.keys(run.shape).map((key) => [key, null]));
  const issues = run.safeParse({ ...shape, secret: 1 }).error!.issues;
  expect(issues).toContainEqual(expect.objectContaining({ code: "unrecognized_keys", keys: ["secret"] }));
});

describe("errors", () => {
  test("carry their code, their details and their cause", () => {
    const cause = new Error("inner");
    const error = new AssayError("RATE_LIMITED", "Later", { details: { limit: 1 }, retryAfterSeconds: 3, cause });
    expect(error).toMatchObject({
      name: "AssayError",
      code: "RATE_LIMITED",
      details: { limit: 1 },
      retryAfterSeconds: 3,
      cause,
    });
    expect(new DocumentError("NO_TEXT", "x")).toMatchObject({ name: "DocumentError", code: "NO_TEXT" });
    expect(new ModelError("MODEL_REFUSED", "x").retryAfterSeconds).toBeUndefined();
  });

  test("have the statuses of the contract, and only a server's own fault is worth another try, damaged bytes excepted", () => {
    for (const [code, { status, transient }] of Object.entries(ERROR_CATALOGUE)) {
      const mayPass = (status >= 500 || status === 429) && code !== "INTEGRITY_ERROR";
      expect({ code, transient }).toEqual({ code, transient: mayPass });
    }
  });
});

test("a period whose dates are none is refused, and one at the ends of the calendar is judged by its length", () => {
  const isRead = (from: string, to: string) => startRunBody.safeParse({ period: { from, to } }).success;
  expect(isRead("", "2026-01-31")).toBe(false);
  expect(isRead("2026-01-01", "2026-02-31")).toBe(false);
  expect(isRead("2026-01-01", "2028-12-31")).toBe(true);
  expect(isRead("2026-01-01", "2029-01-01")).toBe(false);
  expect(isRead("9998-01-01", "9999-12-31")).toBe(true);
  expect(isRead("0001-01-01", "0004-01-01")).toBe(false);
});
