import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entailment, OpenMeaningModel } from "@assay/core/ports";
import { createOfflineEmbedder, createOfflinePartsAssessor } from "@assay/offline";
import { expect, onTestFinished, test } from "vitest";
import { drawOtherTrades } from "../src/packs/measure-packs.ts";
import { printJudged } from "../src/packs/print-packs.ts";
import { runPacks } from "../src/packs/run-packs.ts";

const engine = { assessor: createOfflinePartsAssessor(), embedder: createOfflineEmbedder() };
/** Takes what names visitors for proof, and nothing else. */
const entailment: Entailment = {
  ...{ model: "stated", sha256: "0".repeat(64), runtime: "test" },
  score: async (pairs) =>
    pairs.map(({ requirement, evidence }) =>
      /visitor/i.test(requirement) && /guest/i.test(evidence)
        ? { supports: 0.97, partly: 0.01, contradicts: 0.01, unrelated: 0.01 }
        : { supports: 0.01, partly: 0.01, contradicts: 0.01, unrelated: 0.97 },
    ),
};
const limits = { related: 0.05, supports: 0.5, contradicts: 0.5 };
const meaning: OpenMeaningModel = {
  entailment,
  covers: { languages: ["en"], kinds: ["PROSE"] },
  thresholds: { reading: limits, wording: limits },
};
const PACK = [
  "criterionId,criterionTitle,requirementId,title",
  "1,Access,1.1,Multi-factor authentication is required for all remote access",
  "1,Access,1.2,Visitors are escorted in the building",
].join("\n");
const POLICY =
  "# Access\n\nMulti-factor authentication is required for all remote access.\n\nGuests in the building are escorted by their host.\n";

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-packs-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("a pack over a folder of policies is counted for each way of judging, and its COMPLETE verdicts are written for a person", async () => {
  const policies = folderOf({ "access.md": POLICY });
  const work = folderOf({ "pack.csv": PACK });
  const sample = join(work, "sample.md");
  const said = await runPacks(engine, meaning, { policies, packs: [join(work, "pack.csv")], sample, seed: 3 });
  const rows = said.split("\n").filter((line) => line.startsWith("| pack.csv"));
  expect(rows.map((row) => row.split(" | ").slice(1, 3))).toEqual([
    ["words", "1 of 2"],
    ["words and check", "0 of 2"],
    ["meaning", "1 of 2"],
  ]);
  expect(rows[0]).toContain("50.0 % | 9.5 %–90.5 %");
  expect(said).toMatch(/\| requirements of other trades \| meaning \| 0 of 100 \|/);
  const page = readFileSync(sample, "utf8");
  expect(page).toContain("## By words: 1 of 1 COMPLETE");
  expect(page).toContain("“Multi-factor authentication is required for all remote access");
  expect(page).toContain("“Guests in the building are escorted by their host");
  const marked = page.replace("[ ] right", "[x] right");
  expect(printJudged(marked)).toContain("| By words: 1 of 1 COMPLETE | 1 of 1 | 100.0 % | 20.7 %–100.0 % | 0 |");
  expect(printJudged(marked)).toContain("| By meaning: 1 of 1 COMPLETE | 0 of 0 | - | 0.0 %–100.0 % | 1 |");
});

test("requirements of other trades are drawn once each, by seed", () => {
  const pair = (requirement: string, trade: string) => ({
    ...{ requirement, trade, evidence: "", title: "", label: "S" as const, code: "" },
  });
  const pairs = [pair("A", "rail"), pair("A", "rail"), pair("B", "food"), pair("C", "it security")];
  const titles = drawOtherTrades(pairs, 9, 1).requirements.map(({ title }) => title);
  expect(titles.toSorted()).toEqual(["A", "B"]);
});
