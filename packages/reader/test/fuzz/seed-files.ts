import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import type { FileType } from "@assay/contract";
import { gzipSync, zipSync } from "fflate";
import { book, cell, epub, ods, odtSpan, odtStyle, page, show, word, wordParagraph, wordRun } from "../hidden-files.ts";
import { attachment, html, message, multipart, text } from "../make-mail.ts";
import { makeOutlookMessage } from "../make-outlook.ts";
import { makePdf, textAt } from "../make-pdf.ts";
import { makeSigner, signDocx, zipParts } from "../make-signed.ts";
import { makeTar } from "../make-tar.ts";
import { makeTiff } from "../make-tiff.ts";
import { DATA } from "../public-files.ts";

export interface SeedFile {
  readonly name: string;
  readonly fileType: FileType;
  readonly bytes: Uint8Array;
}

const utf8 = (content: string) => new TextEncoder().encode(content);
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const STYLED = page(
  '<style>p.a{color:#fff}@media print{b{display:none}}</style><p class="a">One</p><table><tr><td>A<td>B</table>',
);
const LETTER = multipart(
  "mixed",
  multipart("alternative", text("Plain"), html("<p>Rich</p>")),
  attachment("a.txt", "Inside"),
);

/** A small file of each format. */
function madeFiles(): SeedFile[] {
  const inner = zipSync({ "in.txt": utf8("Inner text of an archive.") });
  const files: Partial<Record<FileType, Uint8Array[]>> = {
    pdf: [
      makePdf([{ content: textAt(50, 700, "Backups are taken every day.") }, { content: "BT /F1 9 Tf (x) Tj ET" }]),
    ],
    docx: [word(wordParagraph(wordRun("Backups", "<w:b/>"))), zipParts(signDocx(makeSigner("Ann")))],
    xlsx: [book({ rows: `<row r="3">${cell("Backups")}</row>` })],
    pptx: [show("Backups")],
    html: [utf8(STYLED)],
    eml: [message(LETTER)],
    msg: [makeOutlookMessage("Backups are taken.", { "a.txt": utf8("Inside") })],
    zip: [zipSync({ "a.txt": utf8("One"), "b/c.csv": utf8("a,b\n1,2\n"), "in.zip": inner })],
    tar: [
      makeTar([
        { name: "a.txt", data: "One" },
        { name: "in.zip", data: inner },
      ]),
      gzipSync(makeTar([{ name: "b.csv", data: "a,b" }])),
    ],
    mbox: [
      utf8(
        "From a@example.com Mon Jan  5 10:00:00 2026\nSubject: One\n\nBackups.\n\nFrom b Tue\nSubject: Two\n\nMore.\n",
      ),
    ],
    ods: [ods(odtSpan("Backups", "T1"), odtStyle("T1", 'fo:color="#ff0000"'))],
    epub: [epub(page("<h1>Backups</h1><p>Each day.</p>"))],
    csv: [utf8('name;when\n"A ""b""";2026-01-31\n"two\nlines";x\n')],
    json: [utf8('{"a":[1,2.5e3,null,{"b":"\\u00e9\\n"}],"c":true}')],
    yaml: [utf8("a: &x\n  - 1\n  - {b: c}\nd: *x\ne: |\n  text\n  more\n")],
    xml: [utf8('<?xml version="1.0"?><a xmlns:b="urn:b"><b:c d="e">text &amp; more</b:c><![CDATA[x]]></a>')],
    rtf: [utf8("{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 Backups \\b every\\b0  day.\\par\\u233?\\'e9{\\*\\x y}}")],
    md: [utf8("# Backups\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n  1. two\n\n```js\nx\n```\n<!-- hidden -->\n")],
    log: [utf8("2026-01-31T10:00:00Z INFO backup done\n2026-01-31T10:00:01Z WARN slow\n")],
    txt: [new Uint8Array(Buffer.from("\ufeffBackups are taken. Ärger.\n", "utf16le"))],
    tiff: [
      makeTiff([
        { width: 4, height: 4, grey: new Uint8Array(16) },
        { width: 2, height: 2 },
      ]),
    ],
    png: [new Uint8Array(Buffer.from(PIXEL, "base64"))],
  };
  return Object.entries(files).flatMap(([fileType, all]) =>
    all.map((bytes, at) => ({ name: `made ${fileType} ${at}`, fileType: fileType as FileType, bytes })),
  );
}

const REAL_BYTES_MAX = 50_000;

/** Those next to the repository that are small enough to be read often. */
function realFiles(): SeedFile[] {
  const folder = `${DATA}documents/`;
  return readdirSync(folder)
    .filter((name) => statSync(folder + name).size <= REAL_BYTES_MAX)
    .map((name) => ({
      name,
      fileType: extname(name).slice(1) as FileType,
      bytes: new Uint8Array(readFileSync(folder + name)),
    }));
}

export function listSeedFiles({ real }: { real: boolean }): readonly SeedFile[] {
  return [...madeFiles(), ...(real ? realFiles() : [])];
}
