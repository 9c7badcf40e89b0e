import type { Document } from "@assay/client";
import { expect, test } from "vitest";
import { flattenTree } from "../../../src/documents/flatten-tree.ts";

const file = (id: string) => ({ id, originalFilename: id, archive: null }) as Document;
const zip = (id: string, skipped: string[] = []) =>
  ({
    id,
    originalFilename: id,
    archive: { members: 2, skipped: skipped.map((name) => ({ name, reason: "CORRUPT" as const })) },
  }) as Document;

const outer = zip("outer.zip", ["broken.pdf"]);
const members: Record<string, Document[]> = {
  "outer.zip": [file("page 10.txt"), zip("inner.zip"), file("page 9.txt")],
};

const show = (open: string[]) =>
  flattenTree([file("a.pdf"), outer], {
    isOpen: (id) => open.includes(id),
    membersOf: (id) => members[id],
  }).map((row) => {
    const name = row.kind === "document" ? row.document.id : row.kind === "skipped" ? `(${row.skipped.name})` : "…";
    return `${"  ".repeat(row.depth)}${name}`;
  });

test("a closed archive is one line", () => {
  expect(show([])).toEqual(["a.pdf", "outer.zip"]);
});

test("an opened one shows its members by name, then what it omitted, at every depth", () => {
  expect(show(["outer.zip", "inner.zip"])).toEqual([
    "a.pdf",
    "outer.zip",
    "  inner.zip",
    "    …",
    "  page 9.txt",
    "  page 10.txt",
    "  (broken.pdf)",
  ]);
});
