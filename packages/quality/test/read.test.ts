import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOfflineEmbedder, createOfflinePartsAssessor } from "@assay/offline";
import { onTestFinished, test } from "vitest";
import { runReading } from "../src/read/run-reading.ts";

const engine = { assessor: createOfflinePartsAssessor(), embedder: createOfflineEmbedder() };
const PACK = {
  format: "assay-pack/1",
  name: "Baseline",
  description: "For a test",
  criteria: [
    {
      criterionId: 1,
      criterionTitle: "Access",
      criterionDescription: "Who may do what",
      requirements: [
        { requirementId: "1.1", title: "Multi-factor authentication is required for all remote access" },
        { requirementId: "1.2", title: "Visitors are escorted" },
      ],
    },
  ],
};

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-read-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("a reading lists each COMPLETE with its requirement, quote and document, and counts the rest", async ({
  expect,
}) => {
  const folder = folderOf({
    "access.md":
      "# Access\n\nMulti-factor authentication is required for all remote access to [Company Name] systems.\n",
    "broken.pdf": "%PDF-1.7 no more than this",
    "notes.bin": "left out, as no document is so named",
  });
  const pack = join(folderOf({ "pack.json": JSON.stringify(PACK) }), "pack.json");
  const said = await runReading(engine, { folder, pack, name: "Harbour Ltd" });
  expect(said).toContain("1 documents of");
  expect(said).toContain("not read: broken.pdf: ");
  expect(said).toContain("1. 1.1 (Access): Multi-factor authentication is required for all remote access\n");
  expect(said).toContain(
    "access.md > Access\n     “Multi-factor authentication is required for all remote access to Harbour Ltd",
  );
  expect(said).toContain("[ ] right  [ ] wrong:");
  expect(said).toContain("2 requirements: 1 COMPLETE, 1 MISSING");
});

test("open places stay open where no name is given, so that a template proves nothing", async ({ expect }) => {
  const folder = folderOf({
    "access.md": "Multi-factor authentication is required for all remote access to [Company Name].\n",
  });
  const pack = join(folderOf({ "pack.json": JSON.stringify(PACK) }), "pack.json");
  expect(await runReading(engine, { folder, pack })).toContain("2 requirements: 1 PARTIAL, 1 MISSING");
});
