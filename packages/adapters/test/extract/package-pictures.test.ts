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

test("big pictures of a Word file are pages of their own: no icons, no logos, nothing twice", async () => {
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

test("pictures of a slide follow it", async () => {
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

test("pictures of an OpenDocument text follow it", async () => {
  const frame = '<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>';
  expect(await read("odt", withParts(odt(frame), { "Pictures/a.png": BIG }))).toEqual([
    [null, "TEXT", null],
    ["Picture 1", "IMAGE_ONLY", "Pictures/a.png"],
  ]);
});
