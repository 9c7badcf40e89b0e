import { readRequirement } from "@assay/language/requirement";
import { listStatements } from "@assay/language/text";
import { describe, expect, test } from "vitest";
import { findContradictions } from "../../src/assessments/guard/find-contradictions.ts";
import { noteWeakness } from "../../src/assessments/guard/note-weakness.ts";

function judge(title: string, text: string, alongside: readonly string[] = []) {
  const passage = { text, statements: listStatements(text), documentTitle: "Handbook" };
  const range = { start: 0, end: text.length };
  const requirement = readRequirement({ title, criterionTitle: "" });
  return noteWeakness({ requirement, passage, range, on: "2026-11-22", alongside });
}

const LIFTS = "The lifts are inspected every six months.";
const SAMPLES = "Water samples are analysed within 48 hours of collection.";
const VALVES = "All safety valves are tested before start-up.";
const DEBIT = "Direct debits are approved by two people.";

describe("a citation proves nothing", () => {
  test.for([
    ["that leaves out the figure that is asked for", LIFTS, "The lifts are inspected by the manufacturer.", "FIGURE"],
    ["of which no figure meets the one that is asked for", LIFTS, "Lifts: inspected, interval_months = 18", "FIGURE"],
    ["whose dates are too far apart", SAMPLES, "Collected 3 May 2026. Analysed 11 May 2026.", "FIGURE"],
    ["that does something else to the subject", DEBIT, "Direct debits are printed for two people.", "UNRELATED"],
    ["that has no word for the subject", VALVES, "All pumps are tested before start-up.", "UNRELATED"],
    ["that speaks of another kind", "Stored records are encrypted.", "Records are encrypted in transit.", "UNRELATED"],
    [
      "with a row whose dates are too far apart",
      "Access of leavers is revoked within 24 hours of the last day.",
      "Name | Last day | Access revoked\nBrandt | 30 Sep 2026 | 9 Oct 2026\nIyer | 2 Oct 2026 | 2 Oct 2026",
      "FIGURE",
    ],
    [
      "that is dated too shortly before",
      "Meetings are announced seven days in advance.",
      "The meeting of 14 May was announced on 11 May.",
      "FIGURE",
    ],
    [
      "that falls short in one place of several",
      "At least two first-aiders are present on every shift.",
      "Shift A: 3 first-aiders. Shift B: 2 first-aiders. Shift C: 0 first-aiders.",
      "FIGURE",
    ],
    [
      "whose counts differ",
      "An agreement is in place with each vendor.",
      "Agreements signed: 5. Vendors in all: 8.",
      "EXCLUSION",
    ],
    [
      "whose clock starts later",
      "Access of leavers is revoked within 24 hours of departure.",
      "Access of leavers is revoked within 24 hours of receiving the form.",
      "FIGURE",
    ],
    [
      "of which something was given up",
      "An anonymous reporting channel is open to employees.",
      "Employees may report to the works council. We closed the anonymous reporting channel in 2024.",
      "PAST",
    ],
    [
      "that goes without looking",
      "Deliveries are compared with the order.",
      "Deliveries are signed without looking at the order.",
      "NEGATED",
    ],
    [
      "that only values the thing",
      DEBIT,
      "Approval of direct debits by two people is part of our culture.",
      "UNRELATED",
    ],
    ["that counts those left out", VALVES, "Valve list: 212 tested, 9 untested.", "NEGATED"],
    ["that covers a share", VALVES, "Of the 60 safety valves, 41 were tested before start-up.", "EXCLUSION"],
    ["whose answer is no", VALVES, "Safety valve SV-3. Tested: no. Start-up: 4 May 2026.", "NEGATED"],
    ["that reports a finding", LIFTS, "Finding 4 (major): the lift log was blank for two years.", "NEGATED"],
    [
      "that tells the order the wrong way round",
      VALVES,
      "Start-up on 4 May 2026. Valves tested 6 May 2026.",
      "NEGATED",
    ],
    ["that holds under a condition", VALVES, "All safety valves are tested where the crew has time.", "EXCLUSION"],
    [
      "that leaves it to each",
      "Cash desks are locked.",
      "Users are responsible for locking cash desks.",
      "OTHER_PARTY",
    ],
  ] as const)("%s", ([, title, text, reason]) => {
    expect(judge(title, text)).toBe(reason);
  });
});

describe("a citation passes", () => {
  test.for([
    [
      "that meets the figure in other words",
      LIFTS,
      "The lifts are inspected by the maker each April and each October.",
    ],
    ["that names settings", "Sessions end after 15 minutes.", "session_timeout_minutes: 10"],
    ["whose dates are close enough", SAMPLES, "Water sample 7: collected 3 May 2026, analysed 4 May 2026."],
    ["that says it by what is refused", VALVES, "No boiler starts up before its safety valve has been tested."],
    [
      "whose fault was mended",
      LIFTS,
      "Lifts inspected 4 April and 2 October 2026; one fault was found and repaired the same day.",
    ],
    ["that counts all", VALVES, "Safety valves tested before start-up: 60 of 60, 0 untested."],
    ["that denies what nobody wants", LIFTS, "The lifts are inspected every six months. No exceptions were noted."],
    [
      "that proves a distance by what somebody has no part in",
      "The auditor is independent of the audited area.",
      "Ms Karlsson audited purchasing. She has worked in quality since 2019 and has never held a post in purchasing.",
    ],
    [
      "that says what cannot happen as long as something is missing",
      "Grants are paid only after the agreement is signed.",
      "The accountant cannot release a grant as long as the signed agreement has not been uploaded.",
    ],
    [
      "that found no sign of harm",
      "Hives are inspected for disease in spring.",
      "Spring round, 4 to 9 April: all 52 hives inspected for disease, no sign of foulbrood.",
    ],
    [
      "that goes on with when it is closed",
      "Each incident is recorded with its date and cause.",
      "Each incident is recorded in the log with its date and cause. The lead closes a record only when the cause is gone.",
    ],
    ["whose figures are all strict enough", SAMPLES, "Water samples were analysed after 20, 35 and 40 hours."],
    [
      "of a period that still runs",
      "Museum loans are insured.",
      "Loan 26-003: insured by policy 771204, from 1 March 2026 to 28 February 2027.",
    ],
    [
      "of what was once so, and is better now",
      "Keys are rotated at least once a year.",
      "Keys were previously rotated every three years. Since January 2026 they have been rotated every 90 days.",
    ],
    [
      "of one of those that a figure sets apart",
      "Excavations deeper than 1.25 m are shored.",
      "The trench is 1.8 m deep and shored over its whole length. Excavations have all been looked at.",
    ],
  ] as const)("%s", ([, title, text]) => {
    expect(judge(title, text)).toBeUndefined();
  });
});

test("what one citation omits may stand in another", () => {
  expect(
    judge(LIFTS, "The lifts are inspected by the manufacturer.", ["Inspections take place every six months."]),
  ).toBe(undefined);
});

test("a count of those omitted contradicts a rule of another document", () => {
  const passages = [
    "All safety valves are tested before start-up.",
    "Audit: 9 of 60 safety valves untested before start-up.",
  ];
  const found = findContradictions(
    readRequirement({ title: VALVES, criterionTitle: "" }),
    passages.map((text, index) => ({ chunkId: `${index}`, documentId: `${index}`, documentTitle: `${index}`, text })),
  );
  expect(found).toHaveLength(1);
});
