import { expect, test } from "vitest";
import { chooseVersions, listOnce } from "../../../src/documents/versions/choose-versions.ts";
import { countLines, toBlocks } from "../../../src/documents/versions/to-blocks.ts";

const at = (documentId: string, path: string | null = null) => ({ documentId, path, source: path && "folder" });

test("a document is compared with the one before it at the same place, and the first with the second", () => {
  const history = [at("c", "a.txt"), at("x", "b.txt"), at("b", "a.txt"), at("a", "a.txt")];
  expect(chooseVersions(history, "c")).toEqual({ from: "b", to: "c" });
  expect(chooseVersions(history, "a")).toEqual({ from: "a", to: "b" });
  expect(chooseVersions(history, "x")).toEqual({ to: "x" });
  expect(chooseVersions([], "x")).toEqual({});
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
