import type { FileType } from "@assay/contract";
import { createCanvas } from "@napi-rs/canvas";
import { strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { extractAll, sourceFile, testExtractor } from "./extract-all.ts";
import { odt, show, word } from "./hidden-files.ts";

const png = (side: number) => new Uint8Array(createCanvas(side, side).toBuffer("image/png"));
/** Programs read a PNG up to its end, and nothing after it. */
const padded = (bytes: Uint8Array) => Uint8Array.from({ length: 12_000 }, (_, at) => bytes[at] ?? at % 251);
const BIG = padded(png(400));
const LOGO = padded(png(60));

function withParts(file: Uint8Array, parts: Record<string, Uint8Array | string>): Uint8Array {
  const added = Object.entries(parts).map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part]);
  return zipSync({ ...unzipSync(file), ...Object.fromEntries(added) });
}

const relationships = (...targets: string[]) =>
  `<Relationships>${targets.map((target, at) => `<Relationship Id="i${at}" Type="urn:x/image" Target="${target}"/>`).join("")}</Relationships>`;

async function read(fileType: FileType, file: Uint8Array) {
  const { segments, readings } = await extractAll(testExtractor(), sourceFile(fileType, file));
  for (const { picture } of readings) if (picture) expect(segments[picture.segment]?.text).toBe("");
  return readings.map(({ label, state, reason, picture }) => [label, state, reason ?? picture?.at.part ?? null]);
}

test("big images of a Word file are pages of their own: no icons, no logos, nothing twice", async () => {
  const file = withParts(word(""), {
    "word/_rels/document.xml.rels": relationships(
      "media/scan.png",
      "media/logo.png",
      "media/small.png",
      "media/twice.png",
      "media/twice.png",
      "media/plan.emf",
      "media/torn.jpeg",
      "media/absent.png",
    ),
    "word/media/scan.png": BIG,
    "word/media/logo.png": LOGO,
    "word/media/small.png": png(300),
    "word/media/twice.png": BIG,
    "word/media/plan.emf": new Uint8Array(20_000),
    "word/media/torn.jpeg": new Uint8Array(20_000),
    "word/media/of-no-place.png": BIG,
  });
  expect(await read("docx", file)).toEqual([
    [null, "TEXT", null],
    ["Picture 1", "IMAGE_ONLY", "word/media/scan.png"],
    ["Picture 2", "UNREADABLE", "Pictures of type emf are not read."],
    ["Picture 3", "UNREADABLE", "The picture is damaged."],
  ]);
});

test("a scan of few bytes is a page of its own, though an icon of as few is none", async () => {
  const plain = new Uint8Array(createCanvas(900, 640).toBuffer("image/png"));
  expect(plain.length).toBeLessThan(10_000);
  const media = { "word/media/fax.png": plain, "word/media/icon.png": png(300) };
  const rels = relationships("media/fax.png", "media/icon.png");
  expect(await read("docx", withParts(word(""), { "word/_rels/document.xml.rels": rels, ...media }))).toEqual([
    [null, "TEXT", null],
    ["Picture 1", "IMAGE_ONLY", "word/media/fax.png"],
  ]);
  const address = `data:image/png;base64,${Buffer.from(plain).toString("base64")}`;
  const shot = `<img src="${address}">`;
  const html = (body: string) => new TextEncoder().encode(`<html><body>${body}</body></html>`);
  const states = async (type: FileType, file: Uint8Array) => (await read(type, file)).map(([, state]) => state);
  expect(await states("html", html(`<p>Words</p>${shot}`))).toEqual(["MIXED"]);
  const mail = `From: a@example.org\nContent-Type: text/html\n\n<p></p>${shot}`;
  expect(await states("eml", new TextEncoder().encode(mail))).toEqual(["IMAGE_ONLY"]);
});

test("images of a slide follow it", async () => {
  const file = show("Encryption", {});
  const rels = "ppt/slides/_rels/b.xml.rels";
  const own = new TextDecoder().decode(unzipSync(file)[rels]);
  const picture = '<Relationship Id="p" Type="urn:x/image" Target="../media/a.png"/>';
  const added = own.replace("</Relationships>", `${picture}</Relationships>`);
  expect(await read("pptx", withParts(file, { [rels]: added, "ppt/media/a.png": BIG }))).toEqual([
    ["Slide 1", "TEXT", null],
    ["Slide 2", "TEXT", null],
    ["Slide 2, picture 1", "IMAGE_ONLY", "ppt/media/a.png"],
  ]);
});

test("images upon a sheet follow the workbook, and a chart is text of its sheet", async () => {
  const rel = (type: string, target: string) =>
    `<Relationships><Relationship Id="a" Type="urn:x/${type}" Target="${target}"/>`;
  const chart = `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Open findings</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:cat><c:strCache><c:pt idx="0"><c:v>May</c:v></c:pt></c:strCache></c:cat><c:val><c:numCache><c:pt idx="0"><c:v>12</c:v></c:pt></c:numCache></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const file = zipSync(
    Object.fromEntries(
      Object.entries({
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": `${rel("officeDocument", "xl/workbook.xml")}</Relationships>`,
        "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="Users" sheetId="1" r:id="a"/></sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `${rel("worksheet", "worksheets/s.xml")}</Relationships>`,
        "xl/worksheets/s.xml": "<worksheet><sheetData/></worksheet>",
        "xl/worksheets/_rels/s.xml.rels": `${rel("drawing", "../drawings/d.xml")}</Relationships>`,
        "xl/drawings/d.xml": "<wsDr/>",
        "xl/drawings/_rels/d.xml.rels":
          rel("image", "../media/a.png") +
          `<Relationship Id="c" Type="urn:x/chart" Target="../charts/c.xml"/></Relationships>`,
        "xl/charts/c.xml": chart,
      }).map(([name, xml]) => [name, strToU8(xml)]),
    ),
  );
  const drawn = withParts(file, { "xl/media/a.png": BIG });
  expect(await read("xlsx", drawn)).toEqual([
    ["Users", "TEXT", null],
    ["Users, picture 1", "IMAGE_ONLY", "xl/media/a.png"],
  ]);
  const { segments } = await extractAll(testExtractor(), sourceFile("xlsx", drawn));
  expect(segments[0]).toMatchObject({ location: "Users chart 1", text: "Chart: Open findings\nMay | 12" });
});

test("an image within a page says that it was not read; icons and what is shown twice do not", async () => {
  const picture = (bytes: Uint8Array) => `<img src="data:image/png;base64,${Buffer.from(bytes).toString("base64")}">`;
  const page = (body: string) => strToU8(`<html><body><p>Words.</p>${body}</body></html>`);
  const unread = "Its pictures are not read: upload them as files of their own";
  expect(await read("html", page(picture(BIG)))).toEqual([[null, "MIXED", unread]]);
  expect(await read("html", page(picture(png(40))))).toEqual([[null, "TEXT", null]]);
  expect(await read("html", page(picture(LOGO) + picture(LOGO)))).toEqual([[null, "TEXT", null]]);
  const { warnings } = await extractAll(testExtractor(), sourceFile("html", page(picture(BIG))));
  expect(warnings).toEqual([{ code: "PICTURE_NOT_READ", message: `The page has a picture. ${unread}` }]);
});

test("images of an OpenDocument text follow it", async () => {
  const frame = '<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>';
  expect(await read("odt", withParts(odt(frame), { "Pictures/a.png": BIG }))).toEqual([
    [null, "TEXT", null],
    ["Picture 1", "IMAGE_ONLY", "Pictures/a.png"],
  ]);
});
