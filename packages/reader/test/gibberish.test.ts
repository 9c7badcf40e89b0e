import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isGibberish } from "../src/text/is-gibberish.ts";
import { ENCODING_TEXTS } from "./encodings/encoding-texts.ts";
import { SENTENCES } from "./encodings/sentences.ts";
import { extractAll, sourceFile, testExtractor } from "./extract-all.ts";
import { makePdf, textAt } from "./make-pdf.ts";

const PAGE_LENGTH = 3000;
const ROOT = join(import.meta.dirname, "../../..");

/** The same numbers each time. */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const pagesOf = (text: string) => {
  const pages: string[] = [];
  for (let at = 0; at < text.length; at += PAGE_LENGTH) pages.push(text.slice(at, at + PAGE_LENGTH));
  return pages;
};

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name) && !name.includes("node_modules"))
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8"));
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const of = (letters: string, length: number, roll: (below: number) => number) =>
  Array.from({ length }, () => letters[roll(letters.length)]).join("");
const NAMES =
  "Nguyen Van An|Tran Thi Bich|Li Wei|Zhang San|Wang Xiaoming|Kowalczyk Zbigniew|Wojciech Szczepański|Hrvoje Krk|Ng Kwok Wai|Krzysztof Brzęczyszczykiewicz|Oyelaran Adébáyọ̀|Siobhán Ó Súilleabháin|Björk Guðmundsdóttir|Mbeki Thabo|Jürgen Groß|Þórður Jónsson|Xiuying Zhao|Lakshmi Narayanan|Tuğba Şahin|Đặng Thu Hà".split(
    "|",
  );

/** Rows of what is no language, as honest pages hold it. */
const ROWS: Readonly<Record<string, (roll: (below: number) => number) => string>> = {
  numbers: (roll) => `${roll(9999)} ${roll(99)}.${roll(99)} ${roll(1_000_000)}`,
  amounts: (roll) => `2026-0${1 + roll(9)}-1${roll(9)}\t${roll(9999)},${10 + roll(89)} EUR\t${roll(100)} %`,
  hexadecimal: (roll) => of("0123456789abcdef", 64, roll),
  base64: (roll) => of(`${UPPER}${UPPER.toLowerCase()}0123456789+/`, 76, roll),
  identifiers: (roll) =>
    `${of(UPPER, 3, roll)}-${roll(9999)}\t${of(UPPER, 2, roll)}_${roll(99)}\tsrv-${roll(999)}.prod`,
  acronyms: (roll) => `${of(UPPER, 2 + roll(3), roll)} ${of(UPPER, 2 + roll(3), roll)} ${of(UPPER, 3, roll)}`,
  "country codes": (roll) => `${of(UPPER, 2, roll)} ${of(UPPER, 3, roll)} ${roll(999)}`,
  "license keys": (roll) => Array.from({ length: 5 }, () => of(`${UPPER}23456789`, 5, roll)).join("-"),
  passwords: (roll) => of(`${UPPER.toLowerCase()}0123456789!$%`, 14, roll),
  "genes in blocks": (roll) => Array.from({ length: 6 }, () => of("acgt", 10, roll)).join(" "),
  "proteins in blocks": (roll) => Array.from({ length: 6 }, () => of("ACDEFGHIKLMNPQRSTVWY", 10, roll)).join(" "),
  addresses: (roll) =>
    `10.${roll(255)}.${roll(255)}.${roll(255)} fe80::${of("0123456789abcdef", 4, roll)} eth${roll(9)}`,
  assembly: (roll) => `mov eax, [ebp-${roll(99)}]\njnz .l${roll(99)}\nxor ecx, ecx\npush ebx`,
  names: (roll) => `${NAMES[roll(NAMES.length)]}\t${NAMES[roll(NAMES.length)]}`,
  chess: (roll) => `${roll(60)}. ${of("NBRQK", 1, roll)}x${of("abcdefgh", 1, roll)}${1 + roll(8)} e${1 + roll(8)}`,
  formulas: (roll) => `H${roll(9)}SO${roll(9)} + NaOH -> C${roll(20)}H${roll(40)}O${roll(9)}`,
  "log lines": (roll) =>
    `Nov 27 19:${10 + roll(49)}:02 srv${roll(9)} sshd[${roll(9999)}]: Accepted publickey for ops port ${roll(65_535)}`,
  "choices and marks": (roll) => `${roll(99)} ☒ Yes ☐ No ☐ n/a ✓ ✗ • → ©`,
};

const LATIN =
  "Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani, tertiam qui ipsorum lingua Celtae, nostra Galli appellantur. Hi omnes lingua, institutis, legibus inter se differunt. ";
const WELSH =
  "Mae pob aelod o'r staff yn cwblhau'r hyfforddiant bob blwyddyn ac mae'r rheolwr yn cadw cofnod o'r canlyniadau yn y system. ";
const SWAHILI =
  "Kila mtumiaji lazima abadilishe nenosiri lake kila baada ya siku tisini na asimpe mtu mwingine yeyote nenosiri hilo. ";
const HINDI = "सभी उपयोगकर्ताओं के लिए बहु-कारक प्रमाणीकरण आवश्यक है और हर तिमाही में समीक्षा की जाती है। ";
/** Without spaces, a word holds the terms of another script that it mentions. */
const CHINESE =
  "远程访问必须使用VPN，所有管理员账户必须启用MFA认证。密码由LDAP统一管理，日志发送到SIEM系统。备份使用AES加密，并存储在S3中。补丁由SCCM自动分发，终端安装EDR代理。";
const JAPANESE =
  "リモートアクセスはVPNを必ず使用し、管理者アカウントはMFA認証を有効にする。ログはSIEMシステムに送信し、SOCチームが監視する。データはAES方式で暗号化し、AWS環境に保管する。";
const THAI = "ผู้ใช้ทุกคนต้องเปิดใช้MFAและเชื่อมต่อผ่านVPNเท่านั้น บันทึกถูกส่งไปยังSIEMทุกวัน ข้อมูลสำรองเข้ารหัสด้วยAESเสมอ ";
const OTHERS: Readonly<Record<string, string>> = {
  LATIN,
  WELSH,
  SWAHILI,
  HINDI,
  CHINESE,
  JAPANESE,
  THAI,
  ...SENTENCES,
};

function listHonestPages(): { name: string; text: string }[] {
  const generated = Object.entries(ROWS).flatMap(([name, row]) =>
    [1, 2, 3].map((seed) => {
      const roll = createDice(seed * 7919);
      return { name: `${name} ${seed}`, text: Array.from({ length: 60 }, () => row(roll)).join("\n") };
    }),
  );
  const written = ENCODING_TEXTS.flatMap(({ language, texts }) =>
    [...texts, texts.join("\n").repeat(3)].map((text, at) => ({ name: `${language} ${at}`, text })),
  );
  const others = Object.entries(OTHERS).map(([name, text]) => ({ name, text: text.repeat(8) }));
  const real = [
    ["docs", /\.md$/],
    ["packages/reader/src", /\.ts$/],
    ["packages/db/migrations", /\.sql$/],
    ["packages/reader/test/encodings", /\.ts$/],
  ] as const;
  const files = real.flatMap(([folder, ending]) =>
    filesBelow(folder, ending).flatMap((text, at) =>
      pagesOf(text)
        .slice(0, 3)
        .map((page) => ({ name: `${folder} ${at}`, text: page })),
    ),
  );
  return [...generated, ...written, ...others, ...files];
}

test("no honest page is called gibberish: prose in any script, numbers, code, codes, names", async () => {
  const pages = listHonestPages();
  expect(pages.length).toBeGreaterThan(400);
  const wrong: string[] = [];
  for (const { name, text } of pages) if (await isGibberish(text)) wrong.push(`${name}: ${text.slice(0, 80)}`);
  expect(wrong).toEqual([]);
});

describe("a page is gibberish", () => {
  const prose = ENCODING_TEXTS.filter(({ language }) => ["German", "French", "Polish", "Turkish"].includes(language))
    .map(({ texts }) => texts.slice(0, 2).join("\n").repeat(2))
    .concat(
      readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8")
        .replace(/[`*#|]/g, "")
        .slice(0, PAGE_LENGTH),
    );

  test("whose letters were exchanged for others, unless they come out as frequent words by chance", async () => {
    const found: boolean[] = [];
    for (const text of prose)
      for (const seed of [1, 2, 3, 5, 8]) {
        const roll = createDice(seed * 104_729);
        const letters = [...UPPER.toLowerCase()].map((letter) => [letter, roll(1_000_000)] as const);
        const order = letters.toSorted(([, one], [, other]) => one - other).map(([letter]) => letter);
        const exchanged = text.toLowerCase().replace(/[a-z]/g, (letter) => order[letter.charCodeAt(0) - 97]!);
        found.push(await isGibberish(exchanged));
      }
    expect(found.filter(Boolean).length / found.length).toBeGreaterThan(0.8);
  });

  test("of signs that only its font knows, of control characters, of words that mix alphabets", async () => {
    const words = prose.at(-1)!;
    const moved = (by: number) => words.replace(/\S/gu, (sign) => String.fromCodePoint(sign.codePointAt(0)! + by));
    expect(await isGibberish(moved(0xe000))).toBe(true);
    expect(await isGibberish(words.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) % 8)))).toBe(
      true,
    );
    expect(
      await isGibberish(
        words.replace(/[aeiou]/g, (letter) => String.fromCharCode(0x3b1 + (letter.charCodeAt(0) % 20))),
      ),
    ).toBe(true);
  });
});

test("a PDF page whose letters are wrong goes to OCR, too, with the reason; its neighbours are text", async () => {
  const lines = (words: string) => Array.from({ length: 12 }, (_, at) => textAt(50, 700 - at * 20, words)).join("\n");
  const wrong = "Wkh olvw ri dffrxqwv lv uhylhzhg hyhub txduwhu eb wkh vbvwhp rzqhu";
  const right = "The list of accounts is reviewed every quarter by the system owner";
  const pdf = makePdf([{ content: lines(wrong) }, { content: lines(right) }]);
  const { segments, readings } = await extractAll(testExtractor(), sourceFile("pdf", pdf));
  expect(segments.map(({ text }) => text === "")).toEqual([false, true, false]);
  expect(readings.map(({ state, reason, picture }) => [state, reason, picture?.segment])).toEqual([
    ["MIXED", "The letters in the file may not be those that the page shows: its text is read from its image.", 1],
    ["TEXT", null, undefined],
  ]);
});
