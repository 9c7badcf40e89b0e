import { AssayError } from "@assay/contract";
import { newId } from "@assay/db";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor, toPage } from "../src/paging.ts";

const KINDS = ["instant", "id"] as const;

function expectRefused(cursor: string, kinds: readonly ("number" | "id" | "instant")[]): void {
  let error: unknown;
  try {
    decodeCursor("list", cursor, kinds);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(AssayError);
  expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { issues: [{ field: "cursor" }] } });
}

describe("a cursor", () => {
  test("brings back the sort key that it was made of, and travels in a URL as it is", () => {
    const key = ["2026-11-21T10:00:00.123Z", newId()] as const;
    const cursor = encodeCursor("list", key);
    expect(decodeCursor("list", cursor, KINDS)).toEqual(key);
    expect(encodeURIComponent(cursor)).toBe(cursor);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        (at) => decodeCursor("list", encodeCursor("list", [at]), ["number"])[0] === at,
      ),
    );
  });

  test.each([
    ["no base64", "%%%"],
    ["no JSON", btoa("nothing")],
    ["no list", btoa("{}")],
    ["empty", encodeCursor("list", [])],
    ["too long a list", encodeCursor("list", ["2026-11-21T10:00:00.123Z", newId(), 1])],
    ["another list's", encodeCursor("other", ["2026-11-21T10:00:00.123Z", newId()])],
    ["of another kind of key", encodeCursor("list", [5])],
    ["an id that is none", encodeCursor("list", ["2026-11-21T10:00:00.123Z", "x' or 1=1 --"])],
    ["a day that does not exist", encodeCursor("list", ["2026-02-30T10:00:00.123Z", newId()])],
    ["a month that does not exist", encodeCursor("list", ["2026-99-21T10:00:00.123Z", newId()])],
    ["an hour that does not exist", encodeCursor("list", ["2026-11-21T25:00:00.123Z", newId()])],
    ["the year 0", encodeCursor("list", ["0000-11-21T10:00:00.123Z", newId()])],
    ["a time without milliseconds", encodeCursor("list", ["2026-11-21T10:00:00Z", newId()])],
  ])("is refused when it is forged: %s", (_, cursor) => {
    expectRefused(cursor, KINDS);
  });

  test.each([1.5, 2 ** 31, Number.MAX_SAFE_INTEGER, 1e300, "5"])(
    "of a position is refused when the database could not hold it: %s",
    (part) => {
      expectRefused(encodeCursor("list", [part]), ["number"]);
    },
  );

  test("is refused or read, never anything else, whatever is sent", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.json().map(encodeURIComponent),
          fc.json().map((text) => btoa(encodeURIComponent(text))),
        ),
        (text) => {
          try {
            const [at] = decodeCursor("list", text, ["number"]);
            expect(Number.isInteger(at)).toBe(true);
          } catch (error) {
            expect(error).toMatchObject({ code: "VALIDATION_ERROR" });
          }
        },
      ),
    );
  });
});

describe("a page", () => {
  test("says how to continue only where more follows", () => {
    const rows = [1, 2, 3];
    expect(toPage("list", rows, 3, (row) => [row])).toEqual({ items: [1, 2, 3], nextCursor: null });
    expect(toPage("list", rows, 2, (row) => [row])).toEqual({ items: [1, 2], nextCursor: encodeCursor("list", [2]) });
    expect(toPage("list", [], 2, () => [0])).toEqual({ items: [], nextCursor: null });
  });
});
