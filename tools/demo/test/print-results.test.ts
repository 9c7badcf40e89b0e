import { stripVTControlCharacters } from "node:util";
import { type Assessment, type Document, packFile, type Requirement, type RunProgress } from "@assay/contract";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import pack from "../pack.json" with { type: "json" };
import { formatProgress, formatResults } from "../src/print-results.ts";

const POLICY = "01890a5d-ac96-774b-bcce-b302099a8057";
const documents = [{ id: POLICY, originalFilename: "information-security-policy.pdf" } as Document];
const requirements: Requirement[] = packFile.parse(pack).criteria.flatMap(({ requirements: items, ...criterion }) =>
  items.map((item) => ({
    id: POLICY,
    ...item,
    expectation: null,
    criterionId: criterion.criterionId,
    criterionTitle: criterion.criterionTitle,
    criterionDescription: criterion.criterionDescription,
  })),
);

function assess(requirementId: string, change: Partial<Assessment> = {}): Assessment {
  const citation = {
    documentId: POLICY,
    chunkId: POLICY,
    text: "Passwords are\nat least 12 characters long.",
    pageNumber: 3,
  };
  const verdict = { status: "COMPLETE", confidence: 0.9, citations: [citation], reasoning: "" } as const;
  return { id: POLICY, runId: POLICY, requirementId, ...verdict, citations: [...verdict.citations], ...change };
}

const plain = { width: 100, colour: false };

describe("formatResults", () => {
  test("shows id, status, confidence and the first citation with name and page", () => {
    const text = formatResults({ requirements, assessments: [assess("2.1.a")], documents }, plain);
    expect(text).toMatch(/^ {2}2\.1\.a {3}Passwords are at least 12 characters long\. +COMPLETE +0\.90$/m);
    expect(text).toMatch(/^ +information-security-policy\.pdf, p\. 3: "Passwords are at least 12 characters long\."$/m);
  });

  test("leaves the page out where there is none", () => {
    const citations = [{ documentId: POLICY, chunkId: POLICY, text: "daily", pageNumber: null }];
    const text = formatResults({ requirements, assessments: [assess("3.1.a", { citations })], documents }, plain);
    expect(text).toContain('information-security-policy.pdf: "daily"');
  });

  test("names each criterion once, above its requirements", () => {
    const lines = formatResults({ requirements, assessments: [], documents }, plain).split("\n");
    expect(lines.filter((line) => /^\d /.test(line))).toEqual([
      "1 Governance",
      "2 Access control",
      "3 Operations and backup",
      "4 Incident response",
      "5 Suppliers and data protection",
      "6 People and continuity",
    ]);
    expect(lines.indexOf("2 Access control")).toBe(lines.findIndex((line) => line.startsWith("  2.1.a")) - 1);
  });

  test("counts every status, and what was not assessed", () => {
    const none = { confidence: 0, citations: [] };
    const assessments = [
      assess("1.1"),
      assess("1.2", { status: "PARTIAL", confidence: 0.5 }),
      assess("1.3", { status: "MISSING", ...none }),
      assess("1.4", { status: "FAILED", ...none }),
    ];
    expect(formatResults({ requirements, assessments, documents }, plain).split("\n").at(-1)).toBe(
      "25 requirements: 1 COMPLETE, 1 PARTIAL, 1 MISSING, 1 FAILED, 21 NOT ASSESSED",
    );
  });

  test("shows what nobody judged as that, never as missing", () => {
    const assessments = [assess("1.1", { status: "MISSING", confidence: 0, citations: [], flags: ["NOT_JUDGED"] })];
    const lines = formatResults({ requirements, assessments, documents }, plain).split("\n");
    expect(lines.find((line) => line.startsWith("  1.1 "))).toMatch(/NOT JUDGED$/);
    expect(lines.at(-1)).toBe(
      "25 requirements: 0 COMPLETE, 0 PARTIAL, 0 MISSING, 0 FAILED, 1 NOT JUDGED, 24 NOT ASSESSED",
    );
  });

  test("tells a reader that cited evidence has expired", () => {
    const assessments = [assess("6.2", { flags: ["EXPIRED_EVIDENCE"] })];
    expect(formatResults({ requirements, assessments, documents }, plain)).toContain("[expired evidence] information-");
  });

  test.each([80, 81, 120, 200])("no line is wider than %i columns, whatever the script", (width) => {
    const wide = "情報セキュリティ方針は経営陣によって承認され、全従業員に周知されている。👩‍👩‍👧".repeat(6);
    const assessments = requirements.map(({ requirementId }) =>
      assess(requirementId, { citations: [{ documentId: POLICY, chunkId: POLICY, text: wide, pageNumber: 12 }] }),
    );
    const titled = requirements.map((requirement) => ({ ...requirement, title: wide, criterionTitle: wide }));
    const named = [{ ...documents[0], originalFilename: `${wide}.pdf` } as Document];
    const lines = formatResults({ requirements: titled, assessments, documents: named }, { width, colour: true }).split(
      "\n",
    );
    const widths = lines.map((line) => stringWidth(line));
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
    expect(Math.max(...widths)).toBeGreaterThan(width - 4);
  });

  test("colours change nothing but colour, and plain output has no escape codes", () => {
    const results = { requirements, assessments: [assess("1.1")], documents };
    const text = formatResults(results, plain);
    const coloured = formatResults(results, { width: 100, colour: true });
    expect(text).not.toContain("\u001b");
    expect(coloured).toContain("\u001b[32mCOMPLETE");
    expect(stripVTControlCharacters(coloured)).toBe(text);
  });

  test("evidence cannot send escape codes or direction marks to the terminal", () => {
    const text = "safe\u001b]0;owned\u0007\u202e\u200bevil\u009b2J";
    const citations = [{ documentId: POLICY, chunkId: POLICY, text, pageNumber: null }];
    const shown = formatResults({ requirements, assessments: [assess("1.1", { citations })], documents }, plain);
    expect(shown).toContain('"safe ]0;owned evil 2J"');
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
  });
});

describe("formatProgress", () => {
  const progress = (run: Partial<RunProgress["run"]>, steps: [string, string][] = []) =>
    ({
      run: { status: "IN_PROGRESS", totalRequirements: 25, assessedCount: 0, ...run },
      steps: steps.map(([stepName, status], stepIndex) => ({ stepName, stepIndex, status })),
    }) as RunProgress;

  test("names the step under way and fills the bar by requirements", () => {
    const steps: [string, string][] = [
      ["VERIFICATION", "COMPLETED"],
      ["ASSESSMENT", "IN_PROGRESS"],
      ["EXPORT", "NOT_EXECUTED"],
    ];
    expect(formatProgress(progress({ assessedCount: 12 }, steps))).toBe(
      `ASSESSMENT 12/25 ${"█".repeat(12)}${"░".repeat(13)}`,
    );
  });

  test("names the last finished step between two steps", () => {
    const steps: [string, string][] = [
      ["INGESTION", "COMPLETED"],
      ["RETRIEVAL", "NOT_EXECUTED"],
    ];
    expect(formatProgress(progress({}, steps))).toBe(`INGESTION 0/25 ${"░".repeat(25)}`);
  });

  test("says how a run ended, and is full only where it completed", () => {
    expect(formatProgress(progress({ status: "COMPLETED", assessedCount: 25 }))).toBe(
      `COMPLETED 25/25 ${"█".repeat(25)}`,
    );
    expect(formatProgress(progress({ status: "COMPLETED", totalRequirements: 0 }))).toBe(
      `COMPLETED 0/0 ${"█".repeat(25)}`,
    );
    expect(formatProgress(progress({ status: "FAILED", assessedCount: 5 }))).toBe(
      `FAILED 5/25 ${"█".repeat(5)}${"░".repeat(20)}`,
    );
    expect(formatProgress(progress({ status: "PENDING" }))).toBe(`PENDING 0/25 ${"░".repeat(25)}`);
  });
});
