import { readableQuote } from "@assay/site/readable-quote";
import { expect, test } from "vitest";
import { describePlace } from "../../../src/viewer/describe-place.ts";
import { type LocatedCitation, locateCitation } from "../../../src/viewer/located-citation.ts";

const located = (
  location: string | null,
  range: LocatedCitation["range"] = null,
  segmentText = "",
): LocatedCitation => ({
  ...locateCitation({ chunkId: "c", text: "", pageNumber: null }, undefined),
  location,
  range,
  segmentText,
});
const rows = "Date | Result\n2026-01-20 | passed\n2026-01-21 | failed";
const at = (words: string) => ({ start: rows.indexOf(words), end: rows.indexOf(words) + words.length });

test("a cited cell is placed by its sheet and row, a passage by its headings, a slide by its number", () => {
  expect(describePlace(located("Restore tests!A4:B6", at("2026-01-20"), rows))).toBe("Restore tests, row 5");
  expect(describePlace(located("Restore tests!A4:B6", { start: 0, end: rows.length }, rows))).toBe(
    "Restore tests, rows 4–6",
  );
  expect(describePlace(located("Rows 1-3", at("failed"), rows))).toBe("Row 3");
  expect(describePlace(located("Restore tests!A4:B9", at("failed"), rows))).toBe("Restore tests, A4:B9");
  expect(describePlace(located("2 Signing in > 2.1 Passwords"))).toBe("2 Signing in › 2.1 Passwords");
  expect(describePlace(located("Slide 3"))).toBe("Slide 3");
  expect(describePlace(located(null))).toBeNull();
});

test("a quote shows no raw marks of Markdown", () => {
  expect(readableQuote("Passwords have **at least 12** characters, see `policy`")).toBe(
    "Passwords have at least 12 characters, see policy",
  );
  expect(readableQuote("2 * 3 and snake_case stay")).toBe("2 * 3 and snake_case stay");
});
