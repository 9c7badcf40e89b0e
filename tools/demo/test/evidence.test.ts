import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { FILE_TYPES, packFile, uploadFields } from "@assay/contract";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import manifest from "../evidence/manifest.json" with { type: "json" };
import pack from "../pack.json" with { type: "json" };
import { generateEvidence } from "../src/generate/generate-evidence.ts";

const EVIDENCE = join(import.meta.dirname, "../evidence");

test("the demo pack is a valid Assay pack of 25 requirements", () => {
  const { criteria } = packFile.parse(pack);
  expect(criteria.flatMap(({ requirements }) => requirements)).toHaveLength(25);
});

test("the checked-in evidence is byte for byte what the generator makes", async () => {
  const made = await generateEvidence();
  expect(Object.keys(made).length).toBeGreaterThan(0);
  for (const [path, bytes] of Object.entries(made)) {
    const stored = await readFile(join(EVIDENCE, path));
    expect(stored.equals(bytes), `${path} is stale: run 'node tools/demo/src/generate/generate-evidence.ts'`).toBe(
      true,
    );
  }
});

test.each(Object.entries(manifest))(
  "the manifest of %s names its files, and no other, as the upload accepts them",
  async (_, tenant) => {
    const names = tenant.files.map(({ file }) => file);
    expect(names.toSorted()).toEqual((await readdir(join(EVIDENCE, tenant.folder))).toSorted());
    for (const { file, ...fields } of tenant.files) {
      expect(FILE_TYPES).toContain(file.split(".").at(-1));
      expect(uploadFields.parse(fields)).toEqual(fields);
    }
  },
);

test("the archive holds a nested archive and one member that is not supported", async () => {
  const members = unzipSync(await readFile(join(EVIDENCE, "northwind/incident-and-supplier-records.zip")));
  const extensions = Object.keys(members).map((name) => name.split(".").at(-1));
  expect(extensions.toSorted()).toEqual(["csv", "csv", "eml", "heic", "md", "zip"]);
  expect(Object.keys(unzipSync(members["contracts.zip"] ?? new Uint8Array()))).toEqual([
    "tarnbrook-data-processing-agreement.txt",
  ]);
});

test("the Word file carries header, footer, footnotes and comments", async () => {
  const parts = unzipSync(await readFile(join(EVIDENCE, "northwind/access-control-standard.docx")));
  const text = (name: string) => strFromU8(parts[`word/${name}.xml`] ?? new Uint8Array());
  expect(text("header")).toContain("Northwind Instruments");
  expect(text("footer")).toContain("NI-STD-004");
  expect(text("footnotes")).toContain("hardware keys in December 2025");
  expect(text("comments")).toContain('w:author="Priya Venkarsson"');
  expect(text("document")).toContain('<w:footnoteReference w:id="2"/>');
});
