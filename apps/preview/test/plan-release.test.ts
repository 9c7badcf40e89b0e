import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
// @ts-expect-error a script without types
import { planRelease as plan } from "../../../scripts/plan-release.mjs";

type Tree = {
  changelog: string;
  apiVersion: string;
  client?: { version: string; private?: boolean };
  changesets?: string[];
};
const planRelease = plan as (tag: string, tree: Tree) => { notes: string; publishClient: boolean };

const changelog = "# Changelog\n\n## Unreleased\n\n- later\n\n## 1.2.0\n\n- a thing\n- another\n\n## 1.1.0\n\n- old\n";

test("the notes are the section of the version and nothing else", () => {
  expect(planRelease("v1.2.0", { changelog, apiVersion: "1.2.0" })).toEqual({
    notes: "- a thing\n- another",
    publishClient: false,
  });
});

test("the SDK goes to npm when it is no longer private and carries the version", () => {
  const client = { version: "1.2.0" };
  expect(planRelease("v1.2.0", { changelog, apiVersion: "1.2.0", client }).publishClient).toBe(true);
  expect(
    planRelease("v1.2.0", { changelog, apiVersion: "1.2.0", client: { ...client, private: true } }).publishClient,
  ).toBe(false);
});

test.each([
  ["main", { changelog, apiVersion: "1.2.0" }, "a tag is a version"],
  ["v1.2.0", { changelog, apiVersion: "1.1.0" }, "apps/api/package.json says 1.1.0"],
  [
    "v1.2.0",
    { changelog, apiVersion: "1.2.0", client: { version: "1.0.0" } },
    "packages/client/package.json says 1.0.0",
  ],
  ["v1.2.0", { changelog, apiVersion: "1.2.0", changesets: ["calm-cats.md"] }, ".changeset still has calm-cats.md"],
  ["v1.3.0", { changelog, apiVersion: "1.3.0" }, "no section '## 1.3.0'"],
  ["v1.3.0", { changelog: "## 1.3.0\n\n## 1.2.0\n- x", apiVersion: "1.3.0" }, "is empty"],
])("%s is refused when the tree does not agree: %#", (tag, tree, message) => {
  expect(() => planRelease(tag, tree)).toThrow(message);
});

test("the command ends with an error and writes no notes for a tag that is not in the tree", () => {
  const dir = mkdtempSync(join(tmpdir(), "assay-release-"));
  try {
    const script = join(import.meta.dirname, "../../../scripts/plan-release.mjs");
    const run = spawnSync(process.execPath, [script, "v999.0.0"], { cwd: dir, encoding: "utf8" });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain("Cannot release v999.0.0");
    expect(() => readFileSync(join(dir, "release-notes.md"))).toThrow("ENOENT");
  } finally {
    rmSync(dir, { recursive: true });
  }
});
