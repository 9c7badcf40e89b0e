import { expect, test } from "vitest";
import { describeAction, describeObject } from "../../../src/audit/describe-action.ts";
import { describeDetail } from "../../../src/audit/describe-detail.ts";
import { describeOutcome } from "../../../src/failed-documents/describe-outcome.ts";
import { findSettings, formatPeriod } from "../../../src/settings/describe-settings.ts";

test("what is not known yet reads as it is written", () => {
  expect(describeAction("document.uploaded")).toBe("Document uploaded");
  expect(describeAction("sign_off.made")).toBe("Sign off made");
  expect(describeObject("run_step")).toBe("Step");
  expect(describeObject("risk_note")).toBe("Risk note");
});

test("the details of an entry are said in words, digests of texts as what they are", () => {
  const hash = "ab".repeat(32);
  expect(
    describeDetail({
      errorCode: "NO_TEXT",
      snapshotHash: hash,
      corrections: [
        { field: "expiresAt", before: null, after: "2027-01-31" },
        { field: "title", before: hash, after: null },
      ],
    }),
  ).toEqual([
    { term: "Error", value: "NO_TEXT", isHash: false },
    { term: "Hash of the snapshot", value: hash, isHash: true },
    { term: "Expires", value: "none → 2027-01-31", isHash: false },
    { term: "Title", value: `text with SHA-256 ${hash.slice(0, 12)}… → none`, isHash: false },
  ]);
  expect(describeDetail(null)).toEqual([]);
});

test("periods are whole days and minutes where they are whole", () => {
  expect([600_000, 90_000, 86_400_000, 7_776_000_000, 5_400_000].map(formatPeriod)).toEqual([
    "10 min",
    "1 min 30 s",
    "1 day",
    "90 days",
    "1 h 30 min",
  ]);
});

test("settings are found by their words and their variables, groups without any are omitted", () => {
  const rows = [
    { term: "Largest upload", value: "100 MB", setBy: ["MAX_UPLOAD_BYTES"] },
    { term: "Attempts", value: "3", setBy: [] },
  ];
  const groups = [
    { title: "Files", rows: rows.slice(0, 1) },
    { title: "Runs", rows: rows.slice(1) },
  ];
  expect(findSettings(groups, " upload_b")).toEqual([groups[0]]);
  expect(findSettings(groups, "ATTEMPTS")).toEqual([groups[1]]);
  expect(findSettings(groups, "")).toEqual(groups);
});

test("what came of reading again counts both those taken and those refused", () => {
  const refused = [{ documentId: "d", error: "INVALID_STATE", message: "no" }];
  expect(describeOutcome({ accepted: ["a", "b"], refused: [] })).toBe("2 documents will be read again");
  expect(describeOutcome({ accepted: ["a"], refused })).toBe("1 document will be read again, 1 was refused");
  expect(describeOutcome({ accepted: [], refused: [] })).toBe("Nothing is read again");
});
