import { Parser } from "htmlparser2";
import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { BLACK } from "../css/colour.ts";
import { listOfficeFiles } from "../embedded/list-office-files.ts";
import { OPENED_BYTES_MAX } from "../embedded/open-embedded-files.ts";
import { warnOfUnread } from "../embedded/warn-of-unread.ts";
import { createTextBuilder } from "../text/marked-text.ts";
import { type Comment, writeComments } from "../text/write-comments.ts";
import type { Package } from "./open-package.ts";
import { openPackage } from "./open-package.ts";
import { createScheme, parseShapes, type ShapeTree } from "./parse-shapes.ts";
import { readChart } from "./read-chart.ts";
import { localName, readParagraphs } from "./read-paragraphs.ts";
import { readCommentAuthors, readSlideComments } from "./read-slide-comments.ts";
import { readSlideLines, type SlidePart, type SlideSources } from "./read-slide-lines.ts";
import { readRelationships } from "./relationships.ts";
import { readThemeColours } from "./theme-colours.ts";
import { listPictures, type PackagePicture, writePictures } from "./write-pictures.ts";

/** One segment per slide, in the order of the show: its text, tables, diagrams and charts, its notes; its comments are another. */
export const extractPptx: ExtractFormat = async (bytes, sink) => {
  const parts = openPackage(bytes);
  const { slides, size } = listSlides(parts);
  const readPart = createPartReader(parts, size);
  const pictures = listSlidePictures(parts, slides);
  const authors = readCommentAuthors(parts);
  let pagesWithText = 0;
  for (const [index, name] of slides.entries()) {
    const { lines, notes, comments, hidden } = readSlide(parts, name, readPart(name), authors);
    const builder = createTextBuilder();
    for (const line of lines) {
      for (const part of line) builder.add(part.text, hidden || part.hidden, part.struck);
      builder.add("\n");
    }
    if (notes.length > 0) builder.add(`\nNotes:\n${notes.join("\n")}`, hidden);
    const content = builder.build();
    if (content.text !== "") pagesWithText += 1;
    const label = `Slide ${index + 1}${hidden ? " (hidden)" : ""}`;
    await sink.write({ location: label, content });
    await writeComments(sink, comments, { location: `${label} comments`, context: label, hidden });
    sink.page({ label, state: content.text === "" ? "EMPTY" : "TEXT" });
    await writePictures(sink, pictures.get(name) ?? [], (number) => `${label}, picture ${number}`);
  }
  await warnOfUnread(sink, () => listOfficeFiles(parts), { reachable: bytes.length <= OPENED_BYTES_MAX });
  return { pages: slides.length, pagesWithText };
};

/** By the name of their slide; what several slides show is decoration. */
function listSlidePictures(parts: Package, slides: readonly string[]): Map<string, PackagePicture[]> {
  const perSlide = slides.map((name) => {
    const images = [...readRelationships(parts, name).values()].filter(({ type }) => type === "image");
    return [name, images.map(({ target }) => target)] as const;
  });
  const found = new Map(
    listPictures(
      parts,
      perSlide.flatMap(([, targets]) => targets),
    ).map((each) => [each.part, each]),
  );
  return new Map(
    perSlide.map(([name, targets]) => [name, targets.flatMap((target) => found.get(parts.find(target) ?? "") ?? [])]),
  );
}

interface Slides {
  readonly slides: string[];
  readonly size: SlideSources["size"];
}

function listSlides(parts: Package): Slides {
  const root = [...readRelationships(parts, "").values()].find(({ type }) => type === "officeDocument");
  const presentation = root?.target ?? "ppt/presentation.xml";
  const xml = parts.read(presentation);
  if (xml === null)
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file because it has no presentation part");
  const targets = readRelationships(parts, presentation);
  const slides: string[] = [];
  let size = { width: 12_192_000, height: 6_858_000 };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (localName(name) === "sldSz") size = { width: Number(attributes.cx), height: Number(attributes.cy) };
        const id = Object.entries(attributes).find(([key]) => key.includes(":") && localName(key) === "id")?.[1];
        const target = localName(name) === "sldId" ? targets.get(id ?? "")?.target : undefined;
        if (target) slides.push(target);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { slides, size };
}

/** A slide with the layout and the master that it takes its looks from, each of which is read once. */
function createPartReader(parts: Package, size: SlideSources["size"]): (name: string) => SlideSources {
  const known = new Map<string, ShapeTree>();
  const targetOf = (name: string | undefined, type: string) =>
    name && [...readRelationships(parts, name).values()].find((relationship) => relationship.type === type)?.target;
  return (name) => {
    const layoutName = targetOf(name, "slideLayout");
    const masterName = targetOf(layoutName, "slideMaster");
    const theme = readThemeColours(parts, targetOf(masterName, "theme"));
    const scheme = createScheme(theme, masterName ? (parts.read(masterName) ?? "") : "");
    const read = (part: string | undefined): ShapeTree => {
      const tree = known.get(part ?? "") ?? parseShapes(part ? (parts.read(part) ?? "") : "", scheme);
      known.set(part ?? "", tree);
      return tree;
    };
    const slide = parseShapes(dropSlideNumbers(parts.read(name) ?? ""), scheme);
    return { slide, layout: read(layoutName), master: read(masterName), size, text: scheme("tx1") ?? BLACK };
  };
}

interface ReadSlide {
  readonly lines: SlidePart[][];
  readonly notes: string[];
  readonly comments: Comment[];
  readonly hidden: boolean;
}

function readSlide(
  parts: Package,
  name: string,
  sources: SlideSources,
  authors: ReadonlyMap<string, string>,
): ReadSlide {
  const xml = parts.read(name) ?? "";
  const related = [...readRelationships(parts, name).values()];
  const readAll = <T>(type: string, read: (part: string) => T[]) =>
    related
      .filter((relationship) => relationship.type === type)
      .flatMap(({ target }) => read(parts.read(target) ?? ""));
  const readText = (part: string) => readParagraphs(dropSlideNumbers(part));
  const drawn = [...readAll("diagramData", readText), ...readAll("chart", readChart)];
  return {
    lines: [...readSlideLines(sources), ...drawn.map((text) => [{ text, hidden: false }])],
    notes: readAll("notesSlide", readText),
    comments: readAll("comments", (part) => readSlideComments(part, authors)),
    hidden: /<(?:\w+:)?sld\b[^>]*\sshow="(?:0|false)"/.test(xml.slice(0, 4096)),
  };
}

/** A number alone would make a slide of images look as if it had been read. */
function dropSlideNumbers(xml: string): string {
  return xml.replace(/<p:sp>.*?<\/p:sp>/gs, (shape) => (/<p:ph\b[^>]*type="sldNum"/.test(shape) ? "" : shape));
}
