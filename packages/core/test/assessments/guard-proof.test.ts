import { describe, expect, test } from "vitest";
import { findContradictions } from "../../src/assessments/guard/find-contradictions.ts";
import { noteWeakness } from "../../src/assessments/guard/note-weakness.ts";

function judge(title: string, text: string, alongside: readonly string[] = []) {
  const passage = { text, documentTitle: "Handbook" };
  const range = { start: 0, end: text.length };
  return noteWeakness({ requirement: { title, criterionTitle: "" }, passage, range, on: "2026-11-22", alongside });
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
  ] as const)("%s", ([, title, text]) => {
    expect(judge(title, text)).toBeUndefined();
  });
});

test("what one citation leaves out may stand in another", () => {
  expect(
    judge(LIFTS, "The lifts are inspected by the manufacturer.", ["Inspections take place every six months."]),
  ).toBe(undefined);
});

test("a count of those left out contradicts a rule of another document", () => {
  const passages = [
    "All safety valves are tested before start-up.",
    "Audit: 9 of 60 safety valves untested before start-up.",
  ];
  const found = findContradictions(
    { title: VALVES, criterionTitle: "" },
    passages.map((text, index) => ({ chunkId: `${index}`, documentId: `${index}`, documentTitle: `${index}`, text })),
  );
  expect(found).toHaveLength(1);
});
