import type { Assessment } from "@assay/contract";
import { expect, test } from "vitest";
import type { Worksheet } from "../../src/ports/workbook-writer.ts";
import { buildExports, type ExportSource } from "../../src/runs/steps/export/build-exports.ts";

const citation = (text: string) => ({ documentId: "d", chunkId: "c", text, pageNumber: null });
const assessment = (more: Partial<Assessment> = {}): Assessment => ({
  id: "a",
  runId: "r",
  requirementId: "1.1",
  status: "PARTIAL",
  confidence: 0.6,
  citations: [citation("Backups are taken daily."), citation("They are kept.")],
  reasoning: "So.",
  ...more,
});
const PARTS: Assessment["parts"] = [
  { part: "taken daily", verdict: "MET", why: "It says so.", citations: [0, 1] },
  { part: "tested", verdict: "NOT_MET", why: "Nothing says so.", citations: [] },
];

async function exportsOf(assessments: readonly Assessment[]) {
  const source: ExportSource = {
    run: {
      id: "r",
      tenantId: "t",
      packId: "p",
      startedAt: null,
      snapshotCriteriaVersionId: "v",
      snapshotCorpusActivationId: "a",
      snapshotRetrievalVersionId: "e",
    },
    confidenceThresholds: { complete: 0.75, partial: 0.4 },
    requirements: assessments.map(({ requirementId }) => ({
      criterionId: "1",
      criterionTitle: "Backup",
      requirementId,
      title: "Backups are taken daily and tested",
      subcheckLabel: null,
    })) as unknown as ExportSource["requirements"],
    assessments,
    tasks: [],
    documents: [{ id: "d", originalFilename: "policy.txt", sha256Hash: "0" }],
  };
  let sheets: readonly Worksheet[] = [];
  const built = await buildExports(source, {
    write: async (written) => {
      sheets = written;
      return new Uint8Array();
    },
  });
  const [json, csv] = built.map(({ bytes }) => new TextDecoder().decode(bytes));
  return { json: JSON.parse(json!), csv: csv!.split("\r\n"), sheets };
}

test("the parts of a requirement are in every export, with the quotes that they rest on", async () => {
  const { json, csv, sheets } = await exportsOf([assessment({ parts: PARTS }), assessment({ requirementId: "1.2" })]);
  expect(json.assessments[0].parts).toEqual(PARTS);
  expect(csv[0]).toMatch(/Quote"?,"?Parts"?,"?Parts met"?$/);
  expect(csv[1]).toMatch(/,2,1$/);
  expect(sheets.find(({ name }) => name === "Parts")?.rows).toEqual([
    ["Requirement", "Part", "Verdict", "Why", "Quotes"],
    ["1.1", "taken daily", "MET", "It says so.", "Backups are taken daily.\nThey are kept."],
    ["1.1", "tested", "NOT_MET", "Nothing says so.", ""],
  ]);
});

test("a weak citation has its reason in every export", async () => {
  const { json, csv, sheets } = await exportsOf([assessment({ citationNotes: [{ index: 1, weak: "PLANNED" }] })]);
  expect(json.assessments[0].citationNotes).toEqual([{ index: 1, weak: "PLANNED" }]);
  expect(csv[0]).toMatch(/Quote"?,"?Weak citations"?$/);
  expect(csv[1]).toMatch(/,1$/);
  const rows = sheets.find(({ name }) => name === "Citations")?.rows ?? [];
  expect(rows.map((row) => row.at(-1))).toEqual(["Why it proves nothing", null, "it speaks of what is still to come"]);
});

test("a run of an engine version that judges requirements as a whole exports what it exported", async () => {
  const { csv, sheets } = await exportsOf([assessment()]);
  expect(csv[0]).toMatch(/Quote"?$/);
  expect(sheets.map(({ name }) => name)).toEqual(["Assessments", "Citations", "Tasks", "Documents", "Run"]);
});

test("what nobody judged is named so in every export, without a confidence, and never missing", async () => {
  const unjudged = assessment({ status: "MISSING", confidence: 0, citations: [], flags: ["NOT_JUDGED"] });
  const { json, csv, sheets } = await exportsOf([unjudged, assessment({ requirementId: "1.2" })]);
  expect(json.totals.notJudged).toBe(1);
  expect(csv[1]).toContain(",NOT_JUDGED,,");
  expect(csv.join("\n")).not.toContain("MISSING");
  expect(csv.at(-2)).toContain("1 not judged");
  expect(sheets[0]!.rows[1]).toEqual(expect.arrayContaining(["NOT_JUDGED", null]));
  expect(sheets.at(-1)!.rows).toContainEqual(["Not judged", 1]);
});
