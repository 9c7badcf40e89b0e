import { threadMsOf } from "@assay/testing/thread-time";
import { zipSync } from "fflate";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  describeTree,
  type Extracted,
  extractAll,
  hiddenTexts,
  LIMITS,
  sourceFile,
  testExtractor,
} from "./extract-all.ts";
import { attachment, html, latin1, message, multipart, part, text } from "./make-mail.ts";
import { makeOutlookMessage } from "./make-outlook.ts";

const signal = new AbortController().signal;

interface ReadMail extends Extracted {
  readonly states: string[];
}

async function read(mail: Uint8Array): Promise<ReadMail> {
  const all = await extractAll(testExtractor(), sourceFile("eml", mail));
  const states = all.readings.map(({ label, state }) => (label === null ? state : `${label}: ${state}`));
  return { ...all, states };
}

const readText = async (mail: Uint8Array) => (await read(mail)).segments.map((segment) => segment.text);
/** Its text without the headers before it. */
const readBody = async (mail: Uint8Array) => (await readText(mail)).join("\n").split("\n\n").slice(1).join("\n\n");

async function walk(fileType: "eml" | "msg" | "zip", bytes: Uint8Array, limits: Partial<typeof LIMITS> = {}) {
  const tree = await testExtractor().walkArchive(sourceFile(fileType, bytes), {
    limits: { ...LIMITS, ...limits },
    signal,
  });
  onTestFinished(() => tree[Symbol.asyncDispose]());
  return tree.members;
}

const PNG = "\x89PNG\r\n\x1a\n";
const picture = (name: string, bytes: number) =>
  attachment(name, latin1(PNG.padEnd(bytes, name)), {
    "Content-Type": `image/png; name="${name}"`,
    "Content-Disposition": "inline",
    "Content-Id": `<${name}>`,
  });

describe("the text of a mail", () => {
  test("is its body after its headers; attachments are no part of it", async () => {
    const mail = message(
      multipart("mixed", text("See the policy."), attachment("notes.md", "# Scope"), attachment("a.exe", "MZ")),
    );
    const { segments, states, pages, warnings } = await read(mail);
    expect(segments.map(({ location, pageNumber, text }) => [location, pageNumber, text])).toEqual([
      [
        null,
        null,
        "From: Ann <ann@example.com>\nTo: bob@example.com\nSubject: Prüfung\nDate: 2026-03-02T10:00:00.000+01:00\n" +
          "Attachments: notes.md, a.exe\n\nSee the policy.",
      ],
    ]);
    expect([states, pages]).toEqual([["TEXT"], 1]);
    expect(warnings).toEqual([
      { code: "ATTACHMENT_NOT_READ", message: expect.stringContaining("document: 'a.exe'. Take") },
    ]);
  });

  test("is read as HTML with the headers before its first section and in the context of the others", async () => {
    const { segments } = await read(
      message(html("<h1>Scope</h1><p>All <script>x</script>staff</p><h1>Rule</h1><p>One")),
    );
    expect(segments.map(({ location }) => location)).toEqual(["Scope", "Rule"]);
    expect(segments[0]?.text).toMatch(/^From: Ann.*\n\nScope\nAll staff$/s);
    expect(segments[1]).toMatchObject({ text: "Rule\nOne" });
    expect(segments[1]?.context).toBe(
      "From: Ann <ann@example.com> | Subject: Prüfung | Date: 2026-03-02T10:00:00.000+01:00",
    );
  });

  test.each([
    ["a blank body", multipart("mixed", text(" \r\n"), attachment("scan.pdf", "%PDF-1.7"))],
    ["no body", multipart("mixed", attachment("scan.pdf", "%PDF-1.7"))],
    ["a body of parts that has none", part({ "Content-Type": "multipart/mixed; boundary=b" }, "\r\n \r\n")],
    ["a picture alone", multipart("related", html('<img src="cid:a" alt="scan.png">'), picture("scan.png", 20_000))],
    ["what a device adds", multipart("mixed", text("Sent from my iPhone"), picture("scan.png", 20_000))],
  ])("is empty with %s, whatever its headers say", async (_, content) => {
    const { segments, states, pagesWithText } = await read(message(content));
    expect([segments, states, pagesWithText]).toEqual([[], ["EMPTY"], 0]);
  });

  test.each([
    [
      "the HTML where the plain text is a stub",
      "Your mail client does not support HTML messages.",
      "<p>The audit passed.",
      "The audit passed.",
    ],
    [
      "the plain text where the HTML is a stub",
      "The audit passed.",
      "<p>View this email in your browser</p>",
      "The audit passed.",
    ],
    [
      "the plain text where the HTML is blank",
      "The audit passed.",
      "<html><body><img src=x alt=logo></body></html>",
      "The audit passed.",
    ],
    [
      "the HTML alone where both say the same",
      "The audit\r\npassed.",
      "<p>The audit <b>passed</b>.",
      "The audit passed.",
    ],
  ])("is %s", async (_, plain, page, expected) => {
    const mail = message(multipart("alternative", text(plain), html(page)));
    const { segments } = await read(mail);
    expect(await readBody(mail)).toBe(expected);
    expect(hiddenTexts(segments)).toEqual([]);
  });

  test("marks as hidden what only the plain text says next to a page that programs show", async () => {
    const page = "<p>The audit of the access control found two gaps in the review of leavers.";
    const { segments } = await read(message(multipart("alternative", text("Nothing was found."), html(page))));
    expect(hiddenTexts(segments)).toEqual(["Nothing was found."]);
  });

  test("is found where the header that names the parts is lost", async () => {
    const whole = multipart("mixed", text("The real body."), attachment("a.txt", "Text a."));
    const body = `This is a multi-part message in MIME format.\r\n\r\n${whole.slice(whole.indexOf("\r\n\r\n") + 4)}`;
    for (const type of ["text/plain", 'multipart/mixed; boundary="another"', "multipart/mixed"]) {
      const mail = message(part({ "Content-Type": type }, body));
      expect(await readBody(mail)).toBe("The real body.");
      expect(describeTree(await walk("eml", mail))).toEqual(["a.txt: txt"]);
    }
  });

  test.each([
    [
      "multipart/encrypted",
      multipart("encrypted", part({ "Content-Type": "application/pgp-encrypted" }, "Version: 1")),
    ],
    [
      "enveloped S/MIME",
      part(
        { "Content-Type": "application/pkcs7-mime; smime-type=enveloped-data", "Content-Transfer-Encoding": "base64" },
        Buffer.from("300f06092a864886f70d010703a0023000", "hex").toString("base64"),
      ),
    ],
  ])("of %s is refused as encrypted, with what to do", async (_, content) => {
    await expect(read(message(content))).rejects.toMatchObject({
      code: "ENCRYPTED_FILE",
      message: expect.stringContaining("open it in a mail program"),
    });
  });

  test("is read inside a signature, and the signature is no attachment", async () => {
    const signed = multipart(
      "signed",
      multipart("mixed", text("Signed words."), attachment("a.txt", "Text a.")),
      attachment("smime.p7s", "x", { "Content-Type": "application/pkcs7-signature" }),
    );
    expect(await readBody(message(signed))).toBe("Signed words.");
    expect(describeTree(await walk("eml", message(signed)))).toEqual(["a.txt: txt"]);
  });

  test("is read inside signed S/MIME data, definite or not", async () => {
    const inner = Buffer.from(multipart("mixed", text("Sealed words."), attachment("a.txt", "Text a.")));
    for (const sealed of [sealDefinite(inner), sealIndefinite(inner)]) {
      const mail = message(
        part(
          { "Content-Type": "application/pkcs7-mime; smime-type=signed-data", "Content-Transfer-Encoding": "base64" },
          sealed.toString("base64"),
        ),
      );
      expect(await readBody(mail)).toBe("Sealed words.");
      expect(describeTree(await walk("eml", mail))).toEqual(["a.txt: txt"]);
    }
  });

  test("of enriched text is its words", async () => {
    const enriched = part({ "Content-Type": "text/enriched" }, "All <bold>staff</bold> with a level << 3");
    expect(await readBody(message(enriched))).toBe("All staff with a level < 3");
  });

  test("next to a part that cannot be read says which", async () => {
    const { states, pages, pagesWithText } = await read(
      message(multipart("mixed", text("Words."), multipart("encrypted", text("x")))),
    );
    expect([states, pages, pagesWithText]).toEqual([["Part 1: TEXT", "Part 2: UNREADABLE"], 2, 1]);
  });

  test("in a charset that is not known is read, and says that it may be wrong", async () => {
    const { warnings } = await read(message(part({ "Content-Type": "text/plain; charset=x-none" }, "Grün")));
    expect(warnings.map(({ code }) => code)).toEqual(["ENCODING_UNSURE"]);
    const shiftJis = Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]);
    expect(await readBody(message(part({ "Content-Type": "text/plain; charset=Shift_JIS" }, shiftJis)))).toBe("テスト");
    const utf7 = part({ "Content-Type": "text/plain; charset=utf-7" }, "Gr+APw-n +- more");
    expect(await readBody(message(utf7))).toBe("Grün + more");
  });
});

describe("an Outlook message", () => {
  const outlook = makeOutlookMessage("See the policy.", {
    "notes.md": latin1("# Scope"),
    "inner.msg": makeOutlookMessage("Inner.", { "a.csv": latin1("a,b") }),
    "program.exe": latin1("MZ"),
  });

  test("is read as a mail: its text, with its files as members", async () => {
    const { segments, warnings } = await extractAll(testExtractor(), sourceFile("msg", outlook));
    expect(segments.map((segment) => segment.text)).toEqual([
      "From: Ann\nSubject: Review\nAttachments: notes.md, inner.msg, program.exe\n\nSee the policy.",
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(["ATTACHMENT_NOT_READ"]);
    const members = ["notes.md: md", "inner.msg: msg", "inner.msg/a.csv: csv", "program.exe: UNSUPPORTED_FILE_TYPE"];
    expect(describeTree(await walk("msg", outlook))).toEqual(members);
    expect(describeTree(await walk("zip", zipSync({ "mail.msg": outlook })))).toEqual([
      "mail.msg: msg",
      ...members.map((line) => `mail.msg/${line}`),
    ]);
  });

  const PACKED =
    "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c0900206277 05b06c647d0a800fa0".replace(
      " ",
      "",
    );

  test("with a body in rich text alone is read by it", async () => {
    const rich = Buffer.from(PACKED, "hex");
    const { segments } = await extractAll(testExtractor(), sourceFile("msg", makeOutlookMessage({ rich }, {})));
    expect(segments.map((segment) => segment.text)).toEqual(["From: Ann\nSubject: Review\n\nhello world"]);
  });

  test("with rich text alone shows what that shows, and not what it hides", async () => {
    const text = latin1("{\\rtf1\\ansi Access is {\\v never }reviewed.}");
    const header = Buffer.from("000000000000000000000000" + "00000000", "hex");
    header.writeUInt32LE(text.length, 4);
    header.write("MELA", 8, "latin1");
    const rich = Buffer.concat([header, text]);
    const { segments } = await extractAll(testExtractor(), sourceFile("msg", makeOutlookMessage({ rich }, {})));
    expect(segments.map((segment) => segment.text)).toEqual(["From: Ann\nSubject: Review\n\nAccess is reviewed."]);
  });

  test("whose rich text cannot be read says so, and is no mail without a text", async () => {
    const rich = Buffer.from(PACKED.replace("4c5a4675", "00000000"), "hex");
    const read = extractAll(testExtractor(), sourceFile("msg", makeOutlookMessage({ rich }, {})));
    await expect(read).rejects.toMatchObject({
      code: "UNREADABLE_FILE",
      message: expect.stringContaining("rich text"),
    });
  });

  test("that is broken leaves the archive with it standing", async () => {
    const broken = outlook.map((byte, at) => (at > 512 && at < 1200 ? 0xff : byte));
    expect(describeTree(await walk("zip", zipSync({ "a.msg": broken, "b.txt": latin1("b") })))).toContain("b.txt: txt");
  });
});

describe("the files of a mail", () => {
  test("are not read where it has more than 64 MB, and it says so", async () => {
    const [small, long] = [10, 68_000_000].map((length) => {
      const mail = multipart("mixed", text("See the log."), attachment("log.txt", "a"));
      return Buffer.concat([message(mail), Buffer.alloc(length, "\n")]);
    });
    const codes = (mail: Extracted) => mail.warnings.map(({ code }) => code);
    expect(codes(await read(small!))).toEqual([]);
    const tooLong = await read(long!);
    expect(codes(tooLong)).toEqual(["ATTACHMENT_NOT_READ"]);
    expect(tooLong.segments[0]!.text).toContain("See the log.");
    expect(await walk("eml", long!)).toEqual([]);
  });

  test("are members of every depth, messages too", async () => {
    const forwarded = part(
      { "Content-Type": "message/rfc822" },
      latin1(
        Buffer.from(message(multipart("mixed", text("Inner."), attachment("inner.csv", "a,b")))).toString("latin1"),
      ),
    );
    const mail = message(
      multipart(
        "mixed",
        text("Outer."),
        attachment("a.txt", "Text a."),
        attachment(
          "bundle.zip",
          zipSync({ "b.txt": latin1("b"), "mail.eml": message(multipart("mixed", attachment("c.md", "# c"))) }),
        ),
        forwarded,
        attachment("lie.pdf", "no pdf"),
        attachment("program.exe", "MZ"),
        attachment("empty.txt", ""),
        attachment("winmail.dat", "\x78\x9f\x3e\x22", { "Content-Type": "application/ms-tnef" }),
      ),
    );
    expect(describeTree(await walk("eml", mail))).toEqual([
      "a.txt: txt",
      "bundle.zip: zip",
      "bundle.zip/b.txt: txt",
      "bundle.zip/mail.eml: eml",
      "bundle.zip/mail.eml/c.md: md",
      "Prüfung.eml: eml",
      "Prüfung.eml/inner.csv: csv",
      "lie.pdf: pdf mismatch",
      "program.exe: UNSUPPORTED_FILE_TYPE",
      "empty.txt: EMPTY",
      "winmail.dat: UNSUPPORTED_FILE_TYPE",
    ]);
    const { warnings } = await read(mail);
    expect(warnings).toEqual([
      { code: "ATTACHMENT_NOT_READ", message: expect.stringContaining("document: 'program.exe', 'winmail.dat'. Take") },
    ]);
  });

  test("are readable as they were sent", async () => {
    const content = latin1(Array.from({ length: 5000 }, (_, at) => String.fromCharCode(32 + (at % 90))).join(""));
    const [member] = await walk("eml", message(multipart("mixed", attachment("a.txt", content))));
    if (member?.kind !== "file") throw new TypeError("Expected a file");
    expect(new Uint8Array(await new Response(await member.open()).arrayBuffer())).toEqual(content);
  });

  test("are no images of the text that are small or shown again", async () => {
    const mail = message(
      multipart(
        "related",
        html("<p>Hello"),
        picture("logo.png", 500),
        picture("photo.png", 20_000),
        picture("photo.png", 20_000),
      ),
    );
    expect(describeTree(await walk("eml", mail)).map((line) => line.split(":")[0])).toEqual(["logo.png", "photo.png"]);
    expect((await walk("eml", mail))[0]).toEqual({ kind: "skipped", name: "logo.png", reason: "INLINE_IMAGE" });
  });

  test("have the name that is written in any of the ways of writing names", async () => {
    const named = (disposition: string) => attachment("x", "Text.", { "Content-Disposition": disposition });
    const mail = message(
      multipart(
        "mixed",
        named("attachment; filename*=UTF-8''Pr%C3%BCfung.txt"),
        named("attachment; filename*0*=utf-8''%e2%82%ac; filename*1=\"-rates\"; filename*2=.txt"),
        named('attachment; filename="=?iso-8859-1?Q?Gr=FCn=2Etxt?="'),
        named('attachment; filename="..\\\\..\\\\etc/pass.txt"'),
        attachment("x", "Text.", { "Content-Type": "text/plain; name=old.txt", "Content-Disposition": "attachment" }),
        attachment("x", "%PDF-1.7", { "Content-Type": "application/pdf", "Content-Disposition": "attachment" }),
      ),
    );
    expect((await walk("eml", mail)).map(({ name }) => name)).toEqual([
      "Prüfung.txt",
      "€-rates.txt",
      "Grün.txt",
      "etc/pass.txt",
      "old.txt",
      "attachment-6.pdf",
    ]);
  });

  test("count over the whole tree, of a ZIP with mails too; a mail without files is no level", async () => {
    const nest = (levels: number): Uint8Array =>
      message(
        multipart(
          "mixed",
          attachment("a.txt", `Level ${levels}`),
          ...(levels > 1 ? [attachment("in.eml", nest(levels - 1))] : []),
        ),
      );
    expect(describeTree(await walk("eml", nest(5)))).toHaveLength(9);
    const used = 7 + nest(1).length;
    expect(describeTree(await walk("eml", nest(2), { bytesMax: used + 7 }))).toHaveLength(3);
    for (const [members, length] of [
      [await walk("eml", nest(6)), 11],
      [await walk("zip", zipSync({ "a.eml": nest(5) })), 10],
      [await walk("eml", nest(3), { filesMax: 4 }), 5],
      [await walk("eml", nest(2), { bytesMax: used + 6 }), 3],
    ] as const) {
      const told = describeTree(members);
      expect(told).toHaveLength(length);
      expect(told.filter((line) => line.endsWith(": OVER_LIMIT"))).toHaveLength(1);
    }
    const plain = message(text("Words."));
    expect(describeTree(await walk("zip", zipSync({ "a.eml": plain }), { depthMax: 1 }))).toEqual(["a.eml: eml"]);
  });

  test.each([
    [
      "parts within parts without end",
      () =>
        Array.from(
          { length: 30_000 },
          (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
        ).join(""),
    ],
    [
      "a hundred thousand parts",
      () => `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\n\r\nx\r\n".repeat(100_000)}`,
    ],
    [
      "a header of a megabyte",
      () =>
        `Subject: ${"=?utf-8?q?a?= ".repeat(80_000)}\r\nContent-Type: text/plain;${' a="'.repeat(100_000)}\r\n\r\nx`,
    ],
    ["tags that do not end", () => `Content-Type: text/html\r\n\r\n${"<img ".repeat(200_000)}`],
    ["nothing at all", () => ""],
  ])("of a mail with %s end in time", async (_, make) => {
    const mail = latin1(make());
    const handle = () => Promise.allSettled([read(mail), walk("eml", mail)]);
    expect(await threadMsOf(handle)).toBeLessThan(20_000);
  });
});

const SIGNED_DATA = Buffer.from("06092a864886f70d010702", "hex");
const DATA = Buffer.from("06092a864886f70d010701", "hex");

function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const length = Buffer.from([0x84, 0, 0, 0, 0]);
  length.writeUInt32BE(content.length, 1);
  return Buffer.concat([Buffer.from([tag]), length, content]);
}

function sealDefinite(content: Buffer): Buffer {
  const version = Buffer.from("020101", "hex");
  const signed = der(0x30, version, der(0x31), der(0x30, DATA, der(0xa0, der(0x04, content))), der(0x31));
  return der(0x30, SIGNED_DATA, der(0xa0, signed));
}

/** As mail programs stream it: lengths left open, the content in pieces. */
function sealIndefinite(content: Buffer): Buffer {
  const open = (tag: number, ...contents: Uint8Array[]) =>
    Buffer.concat([Buffer.from([tag, 0x80]), ...contents, Buffer.from([0, 0])]);
  const pieces = [content.subarray(0, 50), content.subarray(50)].map((piece) => der(0x04, piece));
  const version = Buffer.from("020101", "hex");
  const signed = open(0x30, version, der(0x31), open(0x30, DATA, open(0xa0, open(0x24, ...pieces))), der(0x31));
  return open(0x30, SIGNED_DATA, open(0xa0, signed));
}
