import type { ManifestFile } from "@assay/client";
import { expect, test } from "vitest";
import { compareFiles } from "../../../src/sources/compare-files.ts";

const file = (path: string, documentId: string | null, refused?: string): ManifestFile => ({
  path,
  sha256: null,
  bytes: null,
  documentId,
  version: documentId === null ? null : 1,
  ...(refused && { refused }),
});

test("a sync says what is new, what has other bytes, what left, and what was not taken and why", () => {
  const before = [file("a.txt", "1"), file("b.txt", "2"), file("c.txt", "3"), file("d.exe", null, "no evidence")];
  const after = [file("a.txt", "1"), file("b.txt", "9"), file("d.exe", null, "no evidence"), file("e.txt", "4")];
  const paths = Object.fromEntries(
    Object.entries(compareFiles(before, after)).map(([name, files]: [string, readonly ManifestFile[]]) => [
      name,
      files.map(({ path }) => path),
    ]),
  );
  expect(paths).toEqual({ notHeld: ["d.exe"], added: ["e.txt"], changed: ["b.txt"], gone: ["c.txt"] });
});

test("of the first sync everything that is held is new", () => {
  const { added, changed, gone } = compareFiles([], [file("a.txt", "1")]);
  expect([added.length, changed.length, gone.length]).toEqual([1, 0, 0]);
});
