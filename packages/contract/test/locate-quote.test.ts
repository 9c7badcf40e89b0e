import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { locateQuote, QUOTE_LENGTH_MAX } from "../src/locate-quote.ts";

const located = (text: string, quote: string) => {
  const range = locateQuote(text, quote);
  return range && text.slice(range.start, range.end);
};

describe("a quote is found as the passage has it", () => {
  const plain = "The backup is restored as a test every 90 days.";
  test.each([
    ["word for word", `Before. ${plain} After.`, plain, plain],
    [
      "other white space",
      "The backup is  restored\n\tas a test every 90\u00a0days. More.",
      plain,
      "The backup is  restored\n\tas a test every 90\u00a0days.",
    ],
    ["other case", plain.toUpperCase(), plain, plain.toUpperCase()],
    ["ligatures", "The oﬃce ﬁles are classiﬁed yearly.", "office files are classified", "oﬃce ﬁles are classiﬁed"],
    [
      "a word parted at the end of a line",
      "Backups are en-\ncrypted at rest with AES.",
      "backups are encrypted at rest",
      "Backups are en-\ncrypted at rest",
    ],
    [
      "a soft hyphen",
      "Backups are en\u00adcryp\u00adted at rest.",
      "Backups are encrypted at rest.",
      "Backups are en\u00adcryp\u00adted at rest.",
    ],
    [
      "a soft hyphen at the end of a line",
      "Backups are en\u00ad\ncrypted at rest.",
      "Backups are encrypted at rest.",
      "Backups are en\u00ad\ncrypted at rest.",
    ],
    [
      "typographic quotes",
      "The “data owner’s” approval is kept – always.",
      `The "data owner's" approval is kept - always.`,
      "The “data owner’s” approval is kept – always.",
    ],
    [
      "zero-width characters",
      "Back\u200bups are\ufeff taken every\u2060 day here.",
      "Backups are taken every day",
      "Back\u200bups are\ufeff taken every\u2060 day",
    ],
    [
      "a byte-order mark within a word",
      "The pass\ufeffword is changed every year.",
      "The password is changed every year.",
      "The pass\ufeffword is changed every year.",
    ],
    [
      "characters beyond the basic plane",
      "😀 Backups 𝐚𝐫𝐞 taken every day 😀!",
      "Backups are taken every day 😀",
      "Backups 𝐚𝐫𝐞 taken every day 😀",
    ],
    [
      "composed and decomposed accents",
      "La re\u0301vision a lieu chaque anne\u0301e ici.",
      "La révision a lieu chaque année",
      "La re\u0301vision a lieu chaque anne\u0301e",
    ],
    [
      "decomposed and composed accents",
      "La révision a lieu chaque année ici.",
      "La re\u0301vision a lieu chaque anne\u0301e",
      "La révision a lieu chaque année",
    ],
    [
      "full-width letters",
      "ＢＡＣＫＵＰＳ are taken every single day.",
      "backups are taken every",
      "ＢＡＣＫＵＰＳ are taken every",
    ],
    [
      "a quote that begins with a dash",
      "Rules: backups are taken every day.",
      "- backups are taken every day",
      "backups are taken every day",
    ],
    [
      "Korean",
      "모든 업무 데이터는 매일 백업되며 일 년간 보관된다.",
      "모든 업무 데이터는 매일 백업되며 일 년간 보관된다.",
      "모든 업무 데이터는 매일 백업되며 일 년간 보관된다.",
    ],
  ])("%s", (_, text, quote, expected) => {
    expect(located(text, quote)).toBe(expected);
  });

  test("any stretch of a text is found in it, and what is answered reads the same", () => {
    const unit = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(..."abcdefgh ") },
      { weight: 2, arbitrary: fc.constantFrom(..."AÉßﬁ“”’–—-\n\t\u00a0\u00ad\u200b\ufeff.,😀𝐚漢ｆ½") },
    );
    const text = fc.array(unit, { minLength: 60, maxLength: 200 });
    fc.assert(
      fc.property(text, fc.nat(1000), fc.integer({ min: 40, max: 60 }), (characters, seed, length) => {
        const start = seed % (characters.length - length + 1);
        const whole = characters.join("");
        const quote = characters.slice(start, start + length).join("");
        fc.pre(fold(quote).length >= 20);
        const found = located(whole, quote);
        expect(found).toBeDefined();
        expect(fold(found!)).toBe(fold(quote));
      }),
      { numRuns: 2000 },
    );
  });

  test("what is invented is not found", () => {
    const words = fc.array(fc.string({ minLength: 3, maxLength: 8, unit: fc.constantFrom(..."abcdef") }), {
      minLength: 8,
      maxLength: 20,
    });
    fc.assert(
      fc.property(words, words, fc.nat(100), (text, others, at) => {
        const invented = text.toSpliced(at % text.length, 1, `${others[0]}z`).join(" ");
        expect(locateQuote(text.join(" "), invented)).toBeUndefined();
      }),
    );
  });
});

describe("a quote proves nothing", () => {
  const passage = "Backups are taken every day and kept for one year.";
  test.each([
    ["when it is empty", ""],
    ["when it is only white space", " \n "],
    ["when it is only invisible", "\u200b".repeat(40)],
    ["when it is too short", "Backups are taken"],
    ["when a word differs", "Backups are taken every week and kept"],
    ["when it joins what stands apart", "Backups are taken every day kept for one year."],
    ["when it goes on beyond the passage", `${passage} And more.`],
  ])("%s", (_, quote) => {
    expect(locateQuote(passage, quote)).toBeUndefined();
  });

  test("when it is longer than the most", () => {
    const long = "word ".repeat(300).trim();
    expect(locateQuote(long, long)).toBeUndefined();
    expect(located(long, long.slice(0, QUOTE_LENGTH_MAX - 1))).toBe(long.slice(0, QUOTE_LENGTH_MAX - 1));
  });

  test("unless it is the whole of a short passage", () => {
    expect(located(" MFA: yes ", "MFA: yes")).toBe("MFA: yes");
    expect(locateQuote("MFA: yes", "yes")).toBeUndefined();
  });
});

/** What the comparison overlooks, told in another way than the code does. */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[“”]/g, '"')
    .replace(/’/g, "'")
    .replace(/[\s\u00ad\u200b\ufeff–—-]/g, "");
}

describe("a quote in a script without spaces, or with points,", () => {
  test.each([
    [
      "over a line end",
      "記録は一年間\n保管し、誰も消せない。",
      "記録は一年間保管し、誰も消せない。",
      "記録は一年間\n保管し、誰も消せない。",
    ],
    ["with other widths", "ﾊﾞｯｸｱｯﾌﾟはＶＰＮで毎晩送る。", "バックアップはVPNで毎晩送る。", "ﾊﾞｯｸｱｯﾌﾟはＶＰＮで毎晩送る。"],
    ["of ten characters", "前文。毎年一回必ず受講させる。後文。", "毎年一回必ず受講させる", "毎年一回必ず受講させる"],
    ["in Chinese", "第一句。所有伺服器每晚\n備份一次。", "所有伺服器每晚備份一次。", "所有伺服器每晚\n備份一次。"],
    ["in Thai", "สำรองข้อมูลทุกคืน\nและเก็บไว้หนึ่งปี", "สำรองข้อมูลทุกคืนและเก็บไว้หนึ่งปี", "สำรองข้อมูลทุกคืน\nและเก็บไว้หนึ่งปี"],
    [
      "in Arabic",
      "تُحفظ النسخ الاحتياطية كل ليلة. انتهى",
      "تحفظ النسخ الاحتياطية كل ليلة",
      "تُحفظ النسخ الاحتياطية كل ليلة",
    ],
    ["in Hebrew", "הגיבויים נשמרים בכל לילה במשך שנה.", "הגיבויים נשמרים בכל לילה", "הגיבויים נשמרים בכל לילה"],
  ])("%s", (_, text, quote, found) => {
    expect(located(text, quote)).toBe(found);
  });

  test("is too short below ten characters", () => {
    expect(located("前文。毎年受講する。後の文はここにある。", "毎年受講する。")).toBeUndefined();
  });

  test("keeps the spaces of Korean, which parts its words", () => {
    expect(located("백업은 매일 밤 만들어지고 보관된다", "백업은매일밤만들어지고보관된다")).toBeUndefined();
  });
});
