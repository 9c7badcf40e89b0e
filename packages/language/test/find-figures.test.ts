import { describe, expect, test } from "vitest";
import { type Figure, findFigures, isComparable, meetsFigure } from "../src/quantity/index.ts";

const first = (text: string): Figure => {
  const figure = findFigures(text)[0];
  if (figure === undefined) throw new Error(`Cannot test because no figure was found in '${text}'`);
  return figure;
};

test.each([
  ["reviewed annually", "interval", 365],
  ["reviewed every twelve months", "interval", 365],
  ["tested once a year", "interval", 365],
  ["tested twice per year", "interval", 182.5],
  ["tested every other week", "interval", 14],
  ["tested at 90-day intervals", "interval", 90],
  ["removed within 24 hours", "duration", 1],
  ["removed within five (5) business days", "duration", 7],
  ["kept for 1,095 days", "duration", 1095],
  ["revoked immediately", "duration", 0],
  ["at least 12 characters", "amount", 12],
  ["TLS 1.2 or higher", "version", 1.2],
  ["AES-256", "version", 256],
  ["95 % of staff", "amount", 95],
  ["signed by two signatories", "amount", 2],
])("'%s' is an %s of %d", (text, kind, value) => {
  expect(first(text)).toMatchObject({ kind });
  expect(first(text).value).toBeCloseTo(value, 6);
  expect(findFigures(text)).toHaveLength(1);
});

test("a figure says where it is", () => {
  const text = "Passwords have at least 12 characters and expire within 90 days.";
  for (const { start, end, text: written } of findFigures(text)) expect(written).toContain(text.slice(start, end));
  expect(findFigures(text).map((figure) => figure.text)).toEqual(["at least 12 characters", "within 90 days"]);
});

test.each(["No figure here", "The tent often shows tension", "Ones and tens", ""])("'%s' has none", (text) => {
  expect(findFigures(text)).toEqual([]);
});

describe("a required figure", () => {
  test.each([
    ["at least every 90 days", "quarterly", true],
    ["at least every 90 days", "every four months", false],
    ["at least annually", "every six months", true],
    ["at least annually", "every two years", false],
    ["within 24 hours", "within 8 hours", true],
    ["within 24 hours", "immediately", true],
    ["within 24 hours", "no later than two days", false],
    ["retained for at least 365 days", "kept for 18 months", true],
    ["retained for at least 365 days", "kept for 90 days", false],
    ["retained for one year", "kept for two years", true],
    ["at least 12 characters", "a minimum of 14 characters", true],
    ["at least 12 characters", "not be shorter than 8 characters", false],
    ["TLS 1.2 or higher", "TLS 1.3", true],
    ["TLS 1.2 or higher", "TLS 1.0", false],
    ["after no more than 15 minutes", "after 10 minutes", true],
    ["at most 5 failed attempts", "after 10 failed attempts", false],
  ])("'%s' is met by '%s': %s", (required, found, met) => {
    expect(isComparable(first(required), first(found))).toBe(true);
    expect(meetsFigure(first(required), first(found))).toBe(met);
  });

  test("is not held against a figure of another unit", () => {
    expect(isComparable(first("at least 12 characters"), first("at least 12 months"))).toBe(false);
    expect(isComparable(first("at least 12 characters"), first("at least 12 servers"))).toBe(false);
    expect(isComparable(first("every 90 days"), first("within 90 days"))).toBe(false);
  });
});
