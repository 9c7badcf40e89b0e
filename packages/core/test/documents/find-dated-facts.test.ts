import { findDates } from "@assay/language/quantity";
import { describe, expect, test } from "vitest";
import { findDatedFacts } from "../../src/documents/dated-facts/find-dated-facts.ts";

function datesIn(text: string, context: string | null = null) {
  const { facts } = findDatedFacts([{ text, context }]);
  return facts.flat().map(({ date }) => date);
}

describe("the dates of a text", () => {
  test.each([
    ["2025-03-04", "2025-03-04"],
    ["2025-03-04T09:30:00Z", "2025-03-04"],
    ["2025/03/04", "2025-03-04"],
    ["3 March 2025", "2025-03-03"],
    ["3rd of March 2025", "2025-03-03"],
    ["March 3, 2025", "2025-03-03"],
    ["Mar 3rd, 2025", "2025-03-03"],
    ["03-Mar-2025", "2025-03-03"],
    ["Sept. 9, 2025", "2025-09-09"],
    ["04.03.2025", "2025-03-04"],
    ["31. März 2026", "2026-03-31"],
    ["31. Mrz. 2026", "2026-03-31"],
    ["le 1er mars 2026", "2026-03-01"],
    ["31 de marzo de 2026", "2026-03-31"],
    ["31 marzo 2026", "2026-03-31"],
    ["9 de março de 2026", "2026-03-09"],
    ["31 maart 2026", "2026-03-31"],
    ["31 марта 2026 г.", "2026-03-31"],
    ["5 avril 2026", "2026-04-05"],
    ["5 April 2026", "2026-04-05"],
    ["2026年3月31日", "2026-03-31"],
    ["２０２６年３月３１日", "2026-03-31"],
    ["２０２６／０３／３１", "2026-03-31"],
  ])("%s", (text, date) => {
    expect(findDates(`on ${text}, it`).map((each) => each.date)).toEqual([date]);
  });

  test.each(["31 February 2025", "2025-13-01", "10.0.3.2025", "v2025.03.04.1", "32/13/2025"])(
    "%s is no date",
    (text) => {
      expect(findDates(text)).toEqual([]);
    },
  );
});

describe("a row whose date is not understood", () => {
  const table = (...dates: string[]) =>
    ["Restore test | Completed on | Result", ...dates.map((date, at) => `Test ${at} | ${date} | passed`)].join("\n");

  test.each(["March 2026", "2026-03", "KW 14/2026", "2026-090", "spring of 2026", "31 Smarch 2026"])(
    "such as %s is unclear, and heads no row after it",
    (date) => {
      expect(datesIn(table(date, "2026-04-01"))).toEqual([null, "2026-04-01"]);
      expect(datesIn(table("2026-04-01", date, date))).toEqual(["2026-04-01", null, null]);
    },
  );

  test("leaves the headings of its table where they are, with or without figures in it", () => {
    const rows = "Name | Reviewed on | Next review\nKey A | ask Kim | 2026-09-01\nKey B | 2026-03-02 | 2026-09-02";
    expect(datesIn(rows)).toEqual(["2026-03-02"]);
    expect(
      datesIn("Key A | n/a | 2026-09-01\nKey | x | y\nKey B | | 2026-09-02", "Keys: Name | Reviewed on | Due"),
    ).toEqual([]);
  });

  test("another table without an empty line before it has headings of its own where these name columns of dates", () => {
    const first = "System | Reviewed on | Owner\nERP | 2025-05-01 | Ann";
    expect(datesIn(`${first}\nSystem | Planned for | Owner\nCRM | 2025-06-01 | Bob`)).toEqual(["2025-05-01"]);
    expect(datesIn(`${first}\nHR | requested | Bob\nCRM | 2025-06-01 | Bob`)).toEqual(["2025-05-01", "2025-06-01"]);
  });

  test("another table after an empty line has headings of its own", () => {
    const rows = "Name | Reviewed on\nKey A | 2026-03-02\n\nName | Due\nKey B | 2026-09-02";
    expect(datesIn(rows)).toEqual(["2026-03-02"]);
  });
});

describe("the order of day and month", () => {
  test("is settled by a date of the same document that has one reading only", () => {
    expect(datesIn("The review was held on 03/04/2025.\nThe test was performed on 25/04/2025.")).toEqual([
      "2025-04-03",
      "2025-04-25",
    ]);
    expect(datesIn("The review was held on 03/04/2025.\nThe test was performed on 04/25/2025.")).toEqual([
      "2025-03-04",
      "2025-04-25",
    ]);
  });

  test("is not clear where nothing settles it, and the fact is kept without a date", () => {
    expect(findDatedFacts([{ text: "The review was held on 03/04/2025.", context: null }])).toMatchObject({
      facts: [[{ date: null }]],
    });
  });

  test("is not clear where two dates contradict each other; they themselves are", () => {
    expect(datesIn("Held on 25/04/2025.\nHeld on 04/26/2025.\nHeld on 03/04/2025.\nHeld on 05/05/2025.")).toEqual([
      "2025-04-25",
      "2025-04-26",
      null,
      "2025-05-05",
    ]);
  });
});

describe("a row of a table", () => {
  test("counts by the column that says that it happened, not by the one that says when it is due", () => {
    const context = "Reviews: Due | Completed | By";
    expect(datesIn("2025-03-31 | 2025-04-10 | J. Smith\n2025-06-30 |  | J. Smith", context)).toEqual(["2025-04-10"]);
    expect(datesIn("Due | Completed\n2025-03-31 | 2025-04-10")).toEqual(["2025-04-10"]);
  });

  test("counts by its first date where no heading speaks against it", () => {
    expect(datesIn("Date | Who\n2025-03-31 | J. Smith\n2025-06-30 | J. Smith")).toEqual(["2025-03-31", "2025-06-30"]);
    expect(datesIn("| Date | Who |\n|---|---|\n| 2025-03-31 | J. Smith |")).toEqual(["2025-03-31"]);
  });

  test("counts whatever a column says that asks something else", () => {
    const context = "Restore test | Completed on | Result | Data lost | Country | Ticket";
    expect(datesIn("Orders | 2026-03-12 | passed | No | NO | open", context)).toEqual(["2026-03-12"]);
    expect(datesIn("Orders | 2026-03-12 | no | No | NO | open", context)).toEqual([]);
    expect(datesIn("Orders | 2026-03-12 | passed | cancelled | NO | open", context)).toEqual([]);
  });

  test("counts by a cell with a year of two digits, and says of one with slashes that it is unclear", () => {
    const context = "Restore test | Completed on | Result";
    expect(datesIn("Orders | 31.03.26 | passed\nOrders | 15-Jun-26 | passed", context)).toEqual([
      "2026-03-31",
      "2026-06-15",
    ]);
    expect(datesIn("Orders | 31/03/26 | passed", context)).toEqual([null]);
    expect(datesIn("Orders | 31.03.26 of version 10.11.12 | passed", context)).toEqual([]);
    expect(datesIn("Version 10.11.12 was tested.")).toEqual([]);
    const text = "Orders | 31.03.26 | passed";
    expect(findDatedFacts([{ text, context, struck: [[0, text.length]] }]).facts).toEqual([[]]);
    expect(findDatedFacts([{ text, context, quoted: [[0, text.length]] }]).facts).toEqual([[]]);
  });

  test.each(["March 2026", "Mar-26", "03/2026", "2026-03", "Q1 2026", "KW 12"])(
    "with %s under a heading that asks for the day is unclear, and heads no column",
    (when) => {
      const context = "Restore test | Completed in | Result";
      expect(findDatedFacts([{ text: `Orders | ${when} | passed`, context }])).toMatchObject({
        facts: [[{ date: null }]],
      });
      expect(datesIn(`Orders | ${when} | not done\nOrders | 2026-04-02 | passed`, context)).toEqual(["2026-04-02"]);
    },
  );

  test.each(["not done", "Missed", "cancelled", "Planned", "pending", "open", "no"])(
    "is none if it says '%s'",
    (state) => {
      expect(datesIn(`2025-03-31 | Access review | ${state}`)).toEqual([]);
    },
  );
});

describe("a sentence or line", () => {
  test.each([
    "The access review was held on 3 March 2025.",
    "Minutes of the meeting held 3 March 2025",
    "Date: 3 March 2025",
    "Date of test: 3 March 2025",
    "Dated 3 March 2025",
    "On 3 March 2025 the restore was tested.",
    "Signed by J. Smith on 3 March 2025",
    "2025-03-03T10:00:12Z job=backup state=ok",
    "[2025-03-03 10:00] review confirmed",
  ])("counts: %s", (text) => {
    expect(datesIn(text)).toEqual(["2025-03-03"]);
  });

  test.each([
    "Effective date: 3 March 2025",
    "Next review: 3 March 2025",
    "Valid until 3 March 2025",
    "Version 2.0 of 3 March 2025",
    "The review will be held on 3 March 2025.",
    "The review was not held on 3 March 2025.",
    "The review planned for 3 March 2025 was cancelled.",
    "The test must be completed by 3 March 2025.",
    "Uploaded 3 March 2025",
    "Last updated: 3 March 2025",
  ])("does not count: %s", (text) => {
    expect(datesIn(text)).toEqual([]);
  });

  test("that only dates what it is in speaks for all of it", () => {
    const scopeOf = (text: string) => findDatedFacts([{ text, context: null }]).facts[0]!.map(({ scope }) => scope);
    expect(scopeOf("Confirmation\n\nDated 3 March 2025\n\nThe review is done.")).toEqual(["PIECE"]);
    expect(scopeOf("Date of test: 3 March 2025")).toEqual(["PIECE"]);
    expect(scopeOf("The review was held on 3 March 2025.")).toEqual(["SENTENCE"]);
  });

  test("the day a message was sent counts where the message tells no other", () => {
    const mail = "From: A <a@b.example>\nTo: c@d.example\nSubject: Access review\nDate: 2025-03-04T10:00:00.000Z\n\n";
    expect(datesIn(`${mail}All accounts were reviewed.`)).toEqual(["2025-03-04"]);
    expect(datesIn(`${mail}All accounts were reviewed on 3 March 2025.`)).toEqual(["2025-03-03"]);
  });

  test.each(["hidden", "struck"])("%s text holds no fact", (marks) => {
    const text = "Held on 3 March 2025.";
    expect(findDatedFacts([{ text, context: null, [marks]: [[0, text.length]] }]).facts).toEqual([[]]);
  });
});

describe("cells under their headings", () => {
  test("a bar at the start alone is an empty first cell", () => {
    expect(datesIn("| 2026-03-01 | 2026-06-01", "S: Owner | Completed on | Next due")).toEqual(["2026-03-01"]);
    expect(datesIn("| 2026-03-01 | 2026-06-01 |", "Completed on | Next due")).toEqual(["2026-03-01"]);
  });

  test("a row that names its columns is read by them", () => {
    const row = "Next due: 2026-06-01 | Completed on: 2026-03-01 | Result: passed";
    expect(datesIn(row, "S: Control | Owner | Next due | Room | Completed on | Result")).toEqual(["2026-03-01"]);
    const numbered = "#: 7 | Next due: 2026-06-01 | 2. Completed on: 2026-03-01 | loose";
    expect(datesIn(numbered, "S: # | Control | Next due | Room | 2. Completed on")).toEqual(["2026-03-01"]);
  });
});
