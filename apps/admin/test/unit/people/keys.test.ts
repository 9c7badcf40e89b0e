import { describe, expect, test } from "vitest";
import { expiryDays, expiryOf } from "../../../src/api-keys/expiry.ts";
import { keyState } from "../../../src/api-keys/key-state.ts";

const NOW = Date.parse("2026-11-22T08:00:00.000Z");
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();

describe("a key's state", () => {
  test.each([
    [inHours(24 * 60), null, "Active", true],
    [inHours(24 * 14), null, "Active", true],
    [inHours(24 * 14 - 1), null, "Expires in 13 days", true],
    [inHours(24), null, "Expires in 1 day", true],
    [inHours(23), null, "Expires within a day", true],
    [inHours(0), null, "Expired", false],
    [inHours(-1), null, "Expired", false],
    [inHours(24 * 60), inHours(-1), "Revoked", false],
    [inHours(-1), inHours(-2), "Revoked", false],
  ])("that ends at %s, revoked at %s, is %s", (expiresAt, revokedAt, label, inForce) => {
    expect(keyState({ expiresAt, revokedAt }, NOW)).toMatchObject({ label, inForce });
  });
});

describe("a key's end", () => {
  const now = new Date(NOW);

  test("is so many days away, and less than a year whatever was chosen", () => {
    expect(expiryOf("30", "", now)).toBe("2026-12-22T08:00:00.000Z");
    const year = Date.parse(expiryOf("365", "", now));
    expect(year).toBeLessThan(Date.parse("2027-11-22T08:00:00.000Z"));
    expect(year).toBeGreaterThan(Date.parse("2027-11-22T07:00:00.000Z"));
    expect(Date.parse(expiryOf("day", expiryDays(now).max, now))).toBe(year);
  });

  test("is the end of a day where the reader is", () => {
    expect(expiryOf("day", "2027-01-31", now)).toBe(new Date("2027-01-31T23:59:59.999").toISOString());
    expect(Date.parse(expiryOf("day", expiryDays(now).min, now))).toBeGreaterThan(NOW);
  });
});
