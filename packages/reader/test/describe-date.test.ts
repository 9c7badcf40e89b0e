import { expect, test } from "vitest";
import { describeDate } from "../src/mail/describe-date.ts";

test.each([
  ["Tue, 30 Jun 2026 21:40:00 -0700", "2026-06-30T21:40:00.000-07:00"],
  ["Tue, 30 Jun 2026 21:40:00 -0700 (PDT)", "2026-06-30T21:40:00.000-07:00"],
  ["30 Jun 2026 21:40:00 PDT", "2026-06-30T21:40:00.000-07:00"],
  ["Wed, 1 Jul 2026 01:10:00 +0530", "2026-07-01T01:10:00.000+05:30"],
  ["Wed, 1 Jul 2026 01:10:00 GMT", "2026-07-01T01:10:00.000Z"],
  ["Wed, 1 Jul 2026 01:10:00 -0000", "2026-07-01T01:10:00.000Z"],
  ["2026-07-01T01:10:00Z", "2026-07-01T01:10:00.000Z"],
  ["yesterday", "yesterday"],
  [undefined, undefined],
])("the date %s has the sender's day and zone", (header, date) => {
  expect(describeDate(header)).toBe(date);
});
