import { expect, test } from "vitest";
import { completeMention, findTypedMention } from "../../../src/comments/find-typed-mention.ts";
import { splitMentions } from "../../../src/comments/split-mentions.ts";

const typed = (text: string, caret = text.length) => findTypedMention(text, caret);

test("a name is typed after an @ that begins a word, up to the caret", () => {
  expect(typed("@")).toEqual({ start: 0, q: "" });
  expect(typed("Hello (@ada.l")).toEqual({ start: 7, q: "ada.l" });
  expect(typed("@ada and", 3)).toEqual({ start: 0, q: "ad" });
  for (const none of ["", "ada", "a@b", "@ada ", "@ada@example.com", "x.@y"]) expect(typed(none), none).toBeUndefined();
});

test("the name gives way to the address, and the caret is behind it", () => {
  const text = "See @ad, please";
  const done = completeMention(text, typed(text, 7)!, "ada@example.com");
  expect(done).toEqual({ text: "See @ada@example.com , please", caret: 21 });
});

test("only what mentions somebody is apart, in any case; the parts are the text", () => {
  const mentions = [
    { userId: "1", email: "a.b+c@x.test" },
    { userId: "2", email: "a.b+c@x.test.org" },
  ];
  const text = "@A.b+c@x.test and @a.b+c@x.test.org, not @aXb+c@x.test <b>@</b>";
  const parts = splitMentions(text, mentions);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts.filter(({ isMention }) => isMention).map((part) => part.text)).toEqual([
    "@A.b+c@x.test",
    "@a.b+c@x.test.org",
  ]);
  expect(splitMentions("<script>", [])).toEqual([{ text: "<script>", isMention: false }]);
});
