import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { describeSigned, SignedMark } from "../src/runs/signed-mark.tsx";

const ROLES = ["PREPARED", "REVIEWED", "APPROVED"] as const;

test("the mark of a signed run differs by word, icon and look, and there is none for another run", () => {
  const marks = ROLES.map((signedAs) => renderToStaticMarkup(SignedMark({ run: { signedAs } })));
  const icons = marks.map((mark) => /<svg.*<\/svg>/.exec(mark)?.[0]);
  expect(new Set(icons).size).toBe(3);
  expect(marks.map((mark) => mark.replaceAll(/<[^>]+>/g, ""))).toEqual([
    ...["Signed as Prepared", "Signed as Reviewed", "Signed as Approved"],
  ]);
  expect(SignedMark({ run: { signedAs: null } })).toBeNull();
});

test("where only a name has room, the role is behind it", () => {
  expect(ROLES.map((signedAs) => describeSigned({ signedAs }))).toEqual([" · Prepared", " · Reviewed", " · Approved"]);
  expect(describeSigned({ signedAs: null })).toBe("");
});
