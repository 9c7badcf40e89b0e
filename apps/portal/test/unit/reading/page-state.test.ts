import { expect, test } from "vitest";
import { describeSignature } from "../../../src/reading/describe-signature.ts";
import { describeCapture, describeState, isUnread, nameOfPage } from "../../../src/reading/page-state.ts";

const page = { waiting: false, certainty: null };

test("a page with text and images counts as read once its images were", () => {
  expect(isUnread({ ...page, state: "MIXED" })).toBe(true);
  expect(isUnread({ ...page, state: "MIXED", certainty: 0.8 })).toBe(false);
  expect(describeState({ ...page, state: "MIXED" })).toEqual({
    label: "Text and images, the images not read",
    tone: "partial",
  });
});

test("each state has its words, and one of a later service its code", () => {
  const labels = ["TEXT", "OCR", "IMAGE_ONLY", "EMPTY", "UNREADABLE", "FOLDED"].map(
    (state) => describeState({ ...page, state }).label,
  );
  expect(labels).toEqual(["Text", "Read from an image", "Image, not read", "Empty", "Cannot be read", "FOLDED"]);
  expect(describeState({ ...page, state: "IMAGE_ONLY", waiting: true }).label).toBe("Image, being read");
});

test("pages are named by their number or their label", () => {
  expect(nameOfPage({ pageNumber: 3, label: null })).toBe("Page 3");
  expect(nameOfPage({ pageNumber: null, label: "Slide 2" })).toBe("Slide 2");
  expect(nameOfPage({ pageNumber: null, label: null })).toBe("The document");
});

test("what a screenshot shows is told as its own words, with the date that they mean", () => {
  expect(describeCapture({ kind: "ADDRESS", text: "https://console.example", date: null })).toBe(
    "Address: https://console.example",
  );
  expect(describeCapture({ kind: "CLOCK", text: "14:02, 3/5/26", date: "2026-05-03" })).toMatch(
    /^Clock: 14:02, 3\/5\/26 \(.*2026.*\)$/,
  );
});

test("a signature is told as a fact: who, when, what it covers, and whether the bytes changed", () => {
  const signature = {
    kind: "PDF",
    signer: "Ada King",
    signedAt: "2026-05-03T10:00:00.000Z",
    coversWholeDocument: true,
    bytesUnchanged: true,
  } as const;
  expect(describeSignature(signature)).toMatch(
    /^Signed by Ada King on .+2026.+; covers the whole document; bytes unchanged: yes\.$/,
  );
  const unknown = { ...signature, signer: null, signedAt: null, coversWholeDocument: false, bytesUnchanged: null };
  expect(describeSignature(unknown)).toBe(
    "Signed by somebody whom it does not name, at a time that it does not say; covers a part of the document only; bytes unchanged: cannot be told.",
  );
});
