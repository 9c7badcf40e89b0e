import { expect, test } from "vitest";
import { countUploads, refusalsFirst } from "../../../src/documents/count-uploads.ts";
import type { UploadState } from "../../../src/documents/upload-queue.ts";

const items = (...states: UploadState[]) => states.map((state, at) => ({ at, state }));

test("stored, known and refused files are counted apart, refusals first", () => {
  expect(countUploads(items("STORED", "KNOWN", "REFUSED", "STORED", "BROKEN", "CANCELLED", "SENDING", "WAITING"))).toBe(
    "1 rejected, 1 not sent, 2 uploaded, 1 already here, 1 cancelled",
  );
  expect(countUploads(items("WAITING", "SENDING"))).toBe("");
});

test("what was refused or broken off is first, all else in its order", () => {
  const order = refusalsFirst(items("STORED", "REFUSED", "SENDING", "BROKEN", "KNOWN")).map(({ at }) => at);
  expect(order).toEqual([1, 3, 0, 2, 4]);
});
