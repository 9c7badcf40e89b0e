import fc from "fast-check";
import { expect, test } from "vitest";
import { listSentences } from "../src/list-sentences.ts";

const textsOf = (text: string) => listSentences(text).map((sentence) => sentence.text);

test("wrapped lines are one sentence, quoted with their line break", () => {
  const text =
    "Access rights of departing employees are revoked by the service desk\nwithin eight hours. HR opens the ticket for it.";
  expect(textsOf(text)).toEqual([
    "Access rights of departing employees are revoked by the service desk\nwithin eight hours.",
    "HR opens the ticket for it.",
  ]);
});

test("list items, table rows and short lines stand alone", () => {
  expect(textsOf("- Visitors are registered\n- Visitors are escorted\n1. Doors are locked at night")).toHaveLength(3);
  expect(textsOf("Restore test\tquarterly\tdone\nBackup copy\tdaily\tdone by IT")).toHaveLength(2);
  expect(textsOf("# Backup\n| Copy of the data | daily |\n|---|---|\n| Restore test | quarterly |")).toEqual([
    "# Backup",
    "| Copy of the data | daily |",
    "| Restore test | quarterly |",
  ]);
  expect(
    textsOf("Tarnbrook Bureau,Payroll of all staff,yes,signed on 2025-06-12,24 hours\nLumen,Hosting,no"),
  ).toHaveLength(2);
  expect(textsOf("Owner: Head of Operations\nApproved by: Board of Directors")).toHaveLength(2);
});

test("abbreviations and decimals end no sentence", () => {
  expect(textsOf("Traffic uses TLS 1.3 with strong ciphers, e.g. AES-256, cf. Annex B of the standard.")).toHaveLength(
    1,
  );
});

test("a question keeps its answer", () => {
  expect(textsOf("Is remote access protected by MFA? Yes, with tokens. Is it logged by the gateway? No.")).toEqual([
    "Is remote access protected by MFA? Yes, with tokens.",
    "Is it logged by the gateway? No.",
  ]);
});

test("a title over a text is a heading, a sentence is none", () => {
  expect(listSentences("Multi-factor authentication for remote access\n\nIt is required for all staff.")).toMatchObject(
    [
      { isHeading: true, paragraph: 0 },
      { isHeading: false, paragraph: 1 },
    ],
  );
});

test("scripts with their own full stop are split at it", () => {
  const sentence = "备份至少每九十天进行一次恢复测试,并由运维团队记录测试结果。";
  expect(textsOf(sentence + sentence)).toEqual([sentence, sentence]);
});

test("every sentence is its part of the text, 20 to 600 characters unless a heading, in order and apart", () => {
  const words = fc.constantFrom(
    "Backups",
    "are",
    "tested.",
    "\n",
    "\n\n",
    "- ",
    "a)",
    "?",
    "Yes",
    "\t",
    "|",
    "😀",
    "政策。",
    "x".repeat(700),
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 120 }), (parts) => {
      const text = parts.join(" ");
      let end = 0;
      for (const sentence of listSentences(text)) {
        expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
        expect(sentence.text.trim()).toBe(sentence.text);
        expect(sentence.text.isWellFormed()).toBe(true);
        expect(sentence.isHeading || sentence.text.length >= 20).toBe(true);
        expect(sentence.text.length).toBeLessThanOrEqual(600);
        expect(sentence.start).toBeGreaterThanOrEqual(end);
        end = sentence.end;
      }
    }),
  );
});
