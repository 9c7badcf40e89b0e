import { expect, test } from "vitest";
import { chooseVersions, listOnce, orderVersions } from "../../../src/documents/versions/choose-versions.ts";
import { hasVersions } from "../../../src/documents/versions/has-versions.ts";
import { countLines, toBlocks } from "../../../src/documents/versions/to-blocks.ts";

const at = (documentId: string, path: string | null = null) => ({ documentId, path, source: path && "folder" });

test("a document is compared with the one before it at the same place, and the first with the second", () => {
  const history = [at("c", "a.txt"), at("x", "b.txt"), at("b", "a.txt"), at("a", "a.txt")];
  expect(chooseVersions(history, "c")).toEqual({ from: "b", to: "c" });
  expect(chooseVersions(history, "a")).toEqual({ from: "a", to: "b" });
  expect(chooseVersions([at("x")], "x")).toEqual({ to: "x" });
  expect(chooseVersions([], "x")).toEqual({});
});

test("each place where a document stood is looked at, and where that is beyond what is listed, it is before all of it", () => {
  const moved = [at("m", "new.txt"), at("c", "old.txt"), at("m", "old.txt"), at("b", "old.txt")];
  expect(chooseVersions(moved, "m")).toEqual({ from: "b", to: "m" });
  expect(chooseVersions(moved.slice(0, -1), "m")).toEqual({ from: "m", to: "c" });
  expect(chooseVersions(moved.slice(0, 2), "m")).toEqual({ from: "m", to: "c" });
  expect(chooseVersions([at("z"), at("y")], "a")).toEqual({ from: "a", to: "y" });
});

test("of two versions the one that stood later is the later one, however they were chosen", () => {
  const history = ["c", "b", "a"].map((documentId, index) => ({ documentId, heldFrom: `2026-11-0${9 - index}` }));
  expect(orderVersions(history, { from: "c", to: "a" })).toEqual({ from: "a", to: "c" });
  expect(orderVersions(history, { from: "a", to: "c" })).toEqual({ from: "a", to: "c" });
  expect(orderVersions(history, { from: "c", to: "unlisted" })).toEqual({ from: "c", to: "unlisted" });
});

test("what was retired alone has no versions, and what was replaced or stands second at a place has", () => {
  const held = {
    places: [],
    replacesDocumentId: null,
    supersededById: null,
    retiredAt: "2026-11-27",
    fileType: "txt",
  } as const;
  expect(hasVersions(held)).toBe(false);
  expect(hasVersions({ ...held, supersededById: "b" })).toBe(true);
  expect(hasVersions({ ...held, places: [{ version: 2 }] })).toBe(true);
});

test("a version that came back is compared with what stood between, and is offered once", () => {
  const history = [at("a"), at("b"), at("a")];
  expect(chooseVersions(history, "a")).toEqual({ from: "b", to: "a" });
  expect(listOnce(history).map(({ documentId }) => documentId)).toEqual(["a", "b"]);
});

test("lines that were removed stand next to those that were added in their stead, and empty ones are no lines", () => {
  const blocks = toBlocks([
    { kind: "equal", text: "# Doors\n\nDoors have locks.\n" },
    { kind: "removed", text: "They close at eight.\nGuests wait.\n\n" },
    { kind: "added", text: "They close at nine.\n" },
    { kind: "equal", text: "End." },
    { kind: "added", text: "\nSigned." },
  ]);
  expect(blocks).toEqual([
    { kind: "equal", lines: ["# Doors", "Doors have locks."] },
    {
      kind: "changed",
      lines: [{ removed: "They close at eight.", added: "They close at nine." }, { removed: "Guests wait." }],
    },
    { kind: "equal", lines: ["End."] },
    { kind: "changed", lines: [{ added: "Signed." }] },
  ]);
  expect(countLines(blocks)).toEqual({ removed: 2, added: 2 });
});
