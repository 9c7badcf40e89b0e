import { describe, expect, test } from "vitest";
import { deriveEvidenceKind } from "../../src/documents/evidence-kind/derive-evidence-kind.ts";

const blank = { fileType: "txt", headings: [], opening: "", text: "", factCount: 0 } as const;

describe("by its name", () => {
  test.each([
    ["access-control-policy.pdf", "DESIGN"],
    ["Access Review Procedure v2.docx", "DESIGN"],
    ["IncidentResponsePlan.pdf", "DESIGN"],
    ["DPA_supplier.pdf", "DESIGN"],
    ["policies/password standard.md", "DESIGN"],
    ["incident report procedure.pdf", "DESIGN"],
    ["Access review 2025-Q1.xlsx", "RECORD"],
    ["Minutes of the policy board.docx", "RECORD"],
    ["risk-register.xlsx", "RECORD"],
    ["backup_log.csv", "RECORD"],
    ["Ticket 4711.txt", "RECORD"],
    ["Report on the continuity plan.pdf", "RECORD"],
    ["Plan for log reviews.pdf", "DESIGN"],
    ["restore-test-2025-03.pdf", "RECORD"],
    ["Screenshot MFA settings.txt", "RECORD"],
  ] as const)("%s is %s", (filename, kind) => {
    expect(deriveEvidenceKind({ ...blank, filename })).toBe(kind);
  });
});

describe("by its title or wording, where its name says nothing", () => {
  test("the first line is its title", () => {
    expect(deriveEvidenceKind({ ...blank, filename: "doc1.md", opening: "# Backup Policy\n\nText." })).toBe("DESIGN");
    expect(deriveEvidenceKind({ ...blank, filename: "a.txt", opening: "Minutes\nPresent: A" })).toBe("RECORD");
  });

  test("rules make a design, dated acts a record", () => {
    const rules = "Users must lock their screens. Staff shall report incidents. Managers must review access. ".repeat(
      4,
    );
    const acts = "Access of 12 users was reviewed. The restore was tested. Ticket 12 was closed. ".repeat(4);
    expect(deriveEvidenceKind({ ...blank, filename: "a.txt", text: rules })).toBe("DESIGN");
    expect(deriveEvidenceKind({ ...blank, filename: "a.txt", text: acts, factCount: 4 })).toBe("RECORD");
  });

  test("a message is a record", () => {
    expect(deriveEvidenceKind({ ...blank, filename: "hello.eml", fileType: "eml" })).toBe("RECORD");
  });

  test("a screenshot is a record, whatever its menu begins with, unless it shows rules", () => {
    const shot = { ...blank, filename: "IMG_2041.png", fileType: "png", isScreenshot: true } as const;
    expect(deriveEvidenceKind({ ...shot, opening: "Policies\nUsers" })).toBe("RECORD");
    const rules = "Users must lock their screens. Staff shall report incidents. ".repeat(4);
    expect(deriveEvidenceKind({ ...shot, text: rules })).toBe("DESIGN");
    expect(deriveEvidenceKind({ ...shot, filename: "access policy.png" })).toBe("DESIGN");
  });

  test("what tells nothing is unknown", () => {
    expect(deriveEvidenceKind({ ...blank, filename: "a.txt", text: "The sky is blue." })).toBe("UNKNOWN");
  });
});

test("a name that the wording contradicts decides nothing", () => {
  const text = "Users must lock their screens. Access shall be reviewed every quarter. ".repeat(8);
  expect(deriveEvidenceKind({ ...blank, filename: "access-log.txt", text })).toBe("UNKNOWN");
});
