import { DocumentError } from "@assay/contract";
import { expect, test } from "vitest";
import { walkTree } from "../src/archive/walk-tree.ts";
import type { WalkedMember, WalkJob } from "../src/messages.ts";
import { LIMITS } from "./extract-all.ts";

const pdf = (path: string): WalkedMember => ({
  ...{ kind: "file", name: path, fileType: "pdf", mismatch: false, sizeBytes: 1, sha256: path, archive: null },
  source: { path, start: 0, compressedBytes: 1, deflated: false },
  inside: { path, depth: 2 },
});
const root = { path: "root", fileType: "zip", spoolDir: "", limits: LIMITS } as const;

/** `name: what is inside` of an archive whose documents, by path, end as `ends` says: one file inside without. */
async function walk(paths: readonly string[], ends: (path: string) => unknown) {
  const walked: string[] = [];
  const members = await walkTree(root, async ({ path, taken }: WalkJob) => {
    walked.push(path);
    const error = ends(path);
    if (error) throw error;
    const own = { kind: "skipped", name: `in ${path}`, reason: "EMPTY" } as const;
    return {
      kind: "walk",
      members: path === "root" ? paths.map(pdf) : [own],
      taken: { ...taken, files: taken.files + 1 },
    };
  });
  const told = members.map((member) => {
    if (member.kind === "skipped") throw new Error("Each is a file");
    const inside = member.archive ?? [];
    return `${member.name}: ${inside.map((inner) => `${inner.name} ${inner.kind === "skipped" ? inner.reason : ""}`).join()}`;
  });
  return { walked, told };
}

const outOfTime = new DocumentError("EXTRACTION_TIMEOUT", "Too long");
const outOfMemory = new DocumentError("EXTRACTION_LIMIT_EXCEEDED", "Too much memory");

test("a document that takes too long, too much memory or the process with it ends its own walk, not that of the others", async () => {
  const ends = new Map<string, unknown>([
    ["b", outOfTime],
    ["c", outOfMemory],
  ]);
  const { walked, told } = await walk(["a", "b", "c", "d"], (path) => ends.get(path));
  expect(walked).toEqual(["root", "a", "b", "c", "d"]);
  expect(told).toEqual(["a: in a EMPTY", "b: files inside CORRUPT", "c: files inside CORRUPT", "d: in d EMPTY"]);
});

test("after three such documents the files inside the others are omitted, named", async () => {
  const { walked, told } = await walk(["a", "b", "c", "d"], (path) => (path === "root" ? null : outOfTime));
  expect(walked).toEqual(["root", "a", "b", "c"]);
  expect(told.at(-1)).toBe("d: files inside OVER_LIMIT");
});

test("what is not the document's doing ends the walk, and so does the archive's own failure", async () => {
  const stopped = new Error("Stopped");
  await expect(walk(["a"], (path) => (path === "a" ? stopped : null))).rejects.toBe(stopped);
  await expect(walk(["a"], () => outOfTime)).rejects.toBe(outOfTime);
});
