import type { RecognisedWord } from "@assay/contract";
import { describe, expect, test } from "vitest";
import { findCaptureFacts } from "../../src/ocr/capture/find-capture-facts.ts";
import { readShownDate } from "../../src/ocr/capture/read-shown-date.ts";

interface Line {
  readonly x?: number;
  readonly y: number;
  readonly text: string;
  readonly certainty?: number;
}

/** A screen of 1000 × 600 pixels with lines of letters that are 8 wide and 16 high. */
function screen(lines: readonly Line[]) {
  const words: RecognisedWord[] = [];
  let text = "";
  for (const { x = 10, y, text: line, certainty = 0.9 } of lines) {
    if (text !== "") text += "\n";
    for (const { 0: word, index } of line.matchAll(/\S+/g))
      words.push({
        start: text.length + index,
        end: text.length + index + word.length,
        box: { x0: x + index * 8, y0: y, x1: x + (index + word.length) * 8, y1: y + 16 },
        certainty,
      });
    text += line;
  }
  return { text, words, width: 1000, height: 600 };
}

const facts = (lines: readonly Line[]) =>
  findCaptureFacts(screen(lines)).map(({ kind, text, date }) => `${kind} ${text}${date ? ` = ${date}` : ""}`);

describe("a screenshot says", () => {
  test.each<[string, Line[], string[]]>([
    ["the time in the menu bar", [{ x: 850, y: 2, text: "Thu 14 May 10:42" }], ["CLOCK Thu 14 May 10:42"]],
    [
      "time and date in the tray",
      [
        { x: 900, y: 562, text: "10:42 AM" },
        { x: 900, y: 580, text: "5/14/2026" },
      ],
      ["CLOCK 10:42 AM 5/14/2026 = 2026-05-14"],
    ],
    [
      "when a terminal printed the date, and whose it is",
      [
        { y: 100, text: "admin@bastion-01:~$ date" },
        { y: 120, text: "Thu May 14 14:29:07 UTC 2026" },
      ],
      ["CLOCK Thu May 14 14:29:07 UTC 2026 = 2026-05-14", "USER admin@bastion-01"],
    ],
    [
      "when a browser printed the page, and its address",
      [
        { y: 4, text: "14/05/2026, 10:42" },
        { y: 580, text: "https://console.example.com/iam/users?page=2" },
      ],
      ["CLOCK 14/05/2026, 10:42 = 2026-05-14", "ADDRESS https://console.example.com/iam/users?page=2"],
    ],
    ["the address bar", [{ y: 40, text: "console.example.com/iam/users" }], ["ADDRESS console.example.com/iam/users"]],
    [
      "whose terminal it is, where a space was read into the prompt",
      [{ y: 100, text: "root@db-2: ~$ ls" }],
      ["USER root@db-2"],
    ],
    ["the signed-in user", [{ y: 300, text: "You are signed in as Amara Okafor." }], ["USER Amara Okafor"]],
    [
      "who is signed in, before a link",
      [{ y: 300, text: "You are signed in as J. Weber. Sign out" }],
      ["USER J. Weber"],
    ],
    [
      "the account of the head line",
      [{ x: 700, y: 30, text: "amara@northwind.example" }],
      ["USER amara@northwind.example"],
    ],
  ])("%s", (_, lines, expected) => {
    expect(facts(lines)).toEqual(expected);
  });
});

describe("nothing is said of", () => {
  test.each<[string, Line[]]>([
    ["a time in the middle", [{ y: 300, text: "10:42" }]],
    ["a time in a sentence at the edge", [{ y: 2, text: "The backup of 10:42 failed" }]],
    [
      "the last of a column of times",
      [
        { y: 540, text: "2026-05-14 10:42" },
        { y: 580, text: "2026-05-14 10:43" },
        { y: 300, text: "2026-05-14 09:12" },
      ],
    ],
    [
      "two clocks",
      [
        { x: 850, y: 2, text: "10:42" },
        { x: 20, y: 580, text: "11:15" },
      ],
    ],
    ["an uncertain clock", [{ x: 850, y: 2, text: "10:42", certainty: 0.4 }]],
    ["a host in a text", [{ y: 300, text: "See https://example.com/policy for more" }]],
    ["a file's name at the top", [{ y: 10, text: "access-review.pdf" }]],
    [
      "several accounts in the head line",
      [
        { x: 560, y: 20, text: "a@northwind.example" },
        { x: 560, y: 44, text: "b@northwind.example" },
      ],
    ],
    [
      "prompts of several people",
      [
        { y: 100, text: "amara@web-1:~$ ls" },
        { y: 120, text: "jonas@web-1:~$ ls" },
      ],
    ],
  ])("%s", (_, lines) => {
    expect(facts(lines)).toEqual([]);
  });
});

test("a fact's box is that of its words", () => {
  const [fact] = findCaptureFacts(screen([{ y: 300, text: "Signed in as jonas.weber since today" }]));
  expect(fact).toEqual({ kind: "USER", text: "jonas.weber", date: null, box: { x0: 114, y0: 300, x1: 202, y1: 316 } });
});

test.each([
  ["2026-05-14", "2026-05-14"],
  ["14.05.2026", "2026-05-14"],
  ["14 May 2026", "2026-05-14"],
  ["May 4th, 2026", "2026-05-04"],
  ["5/14/2026", "2026-05-14"],
  ["14/5/2026", "2026-05-14"],
  ["5/14/26, 10:42 AM", "2026-05-14"],
  ["5/5/2026", "2026-05-05"],
  ["4/5/2026", null],
  ["14/5/26", null],
  ["31/02/2026", null],
  ["Thu 14 May", null],
  ["10:42", null],
])("%s is read as %s", (text, date) => {
  expect(readShownDate(text)).toBe(date);
});
