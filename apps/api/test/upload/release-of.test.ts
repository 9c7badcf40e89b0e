import { expect, test } from "vitest";
import { releaseOf } from "../../src/upload/release-of.ts";

test("a service with other limits of archives is another release, so that what these refused is asked for again", () => {
  const archive = { filesMax: 1000, bytesMax: 500 };
  const release = releaseOf({ archive });
  expect(releaseOf({ archive: { ...archive } })).toBe(release);
  expect(releaseOf({ archive: { ...archive, filesMax: 1001 } })).not.toBe(release);
  expect(releaseOf({ archive: { ...archive, bytesMax: 501 } })).not.toBe(release);
});
