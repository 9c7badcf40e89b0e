import { expect, test } from "vitest";
import { cleanName, cleanText, createMarker } from "../../src/mcp/mark-evidence.ts";

test("text for an assistant has no character that a reader does not see, and is whole up to its length", () => {
  const unseen = "\u0000\u0007\u001b\u007f\u0085\u00ad\u200b\u200f\u202e\u2028\u2066\ufeff\u{e0041}\ud800";
  expect(cleanText(`Back${unseen}ups\tare\ntaken – 每天 für alle 😀`, 100)).toBe(
    "Back\ufffdups\tare\ntaken – 每天 für alle 😀",
  );
  expect(cleanText("😀😀😀", 4)).toBe("😀\ufffd…");
  expect(cleanName("a\nb\r\n\tc\u202etxt.exe")).toBe("a b ctxt.exe");
});

test("each reply has a key of its own, so a document cannot hold the end of its mark", () => {
  const [first, second] = [createMarker(), createMarker()];
  expect(first("x")).toMatch(/^\[evidence ([0-9a-f]{8})\] x \[\/evidence \1\]$/);
  expect(first("x")).toBe(first("x"));
  expect(first("x")).not.toBe(second("x"));
});
