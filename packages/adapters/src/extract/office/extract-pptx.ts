import { Parser } from "htmlparser2";
import type { ExtractFormat } from "../child/extract-document.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { createTextBuilder } from "../text/marked-text.ts";
import type { Package } from "./open-package.ts";
import { openPackage } from "./open-package.ts";
import { localName, readParagraphs } from "./read-paragraphs.ts";
import { readRelationships } from "./relationships.ts";

/** One segment per slide, in the order of the show: its text, its tables, its diagrams, its notes. */
export const extractPptx: ExtractFormat = async (bytes, sink) => {
  const parts = openPackage(bytes);
  const slides = listSlides(parts);
  let pagesWithText = 0;
  for (const [index, name] of slides.entries()) {
    const { lines, notes, hidden } = readSlide(parts, name);
    const builder = createTextBuilder();
    builder.add(lines.join("\n"), hidden);
    if (notes.length > 0) builder.add(`\n\nNotes:\n${notes.join("\n")}`, hidden);
    const content = builder.build();
    if (content.text !== "") pagesWithText += 1;
    await sink.write({ location: `Slide ${index + 1}${hidden ? " (hidden)" : ""}`, content });
  }
  return { pages: slides.length, pagesWithText };
};

function listSlides(parts: Package): string[] {
  const root = [...readRelationships(parts, "").values()].find(({ type }) => type === "officeDocument");
  const presentation = root?.target ?? "ppt/presentation.xml";
  const xml = parts.read(presentation);
  if (xml === null)
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file as it has no presentation part");
  const targets = readRelationships(parts, presentation);
  const slides: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const id = Object.entries(attributes).find(([key]) => key.includes(":") && localName(key) === "id")?.[1];
        const target = localName(name) === "sldId" ? targets.get(id ?? "")?.target : undefined;
        if (target) slides.push(target);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return slides;
}

function readSlide(parts: Package, name: string): { lines: string[]; notes: string[]; hidden: boolean } {
  const xml = dropSlideNumbers(parts.read(name) ?? "");
  const related = [...readRelationships(parts, name).values()];
  const read = (type: string) =>
    related
      .filter((relationship) => relationship.type === type)
      .flatMap(({ target }) => readParagraphs(dropSlideNumbers(parts.read(target) ?? "")));
  return {
    lines: [...readParagraphs(xml), ...read("diagramData")],
    notes: read("notesSlide"),
    hidden: /<(?:\w+:)?sld\b[^>]*\sshow="(?:0|false)"/.test(xml.slice(0, 4096)),
  };
}

/** A number alone would make a slide of images look as if it had been read. */
function dropSlideNumbers(xml: string): string {
  return xml.replace(/<p:sp>.*?<\/p:sp>/gs, (shape) => (/<p:ph\b[^>]*type="sldNum"/.test(shape) ? "" : shape));
}
