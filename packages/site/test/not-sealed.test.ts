import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NotSealed, NotSealedMark } from "../src/runs/not-sealed.tsx";

const [sealed, digests, none, active] = [
  { checkedAgainst: "SNAPSHOT" },
  { checkedAgainst: "DIGESTS" },
  { checkedAgainst: "NONE" },
  { checkedAgainst: null },
] as const;
const textOf = (runs: Parameters<typeof NotSealed>[0]["runs"]) =>
  renderToStaticMarkup(NotSealed({ runs })).replaceAll(/<[^>]+>/g, "");

test("a run says what its results are compared with, in words, unless it is sealed or under way", () => {
  expect([
    NotSealed({ runs: [sealed, active] }),
    NotSealedMark({ run: sealed }),
    NotSealedMark({ run: active }),
  ]).toEqual([null, null, null]);
  expect(textOf([digests])).toMatch(/^Not sealed\. This run has no snapshot: results are compared with/);
  expect(textOf([none])).toMatch(/^Not checked against a record\. This run has no digest/);
});

test("a comparison says it of each of its runs", () => {
  expect(textOf([none, digests])).toMatch(/Not checked against a record\. At least one .*Not sealed\. At least one/);
});

test("in a list its meaning is a hint behind the words", () => {
  expect(renderToStaticMarkup(NotSealedMark({ run: none }))).toMatch(
    /title="It has no digest .*>Not checked against a record</,
  );
});
