import { Parser } from "htmlparser2";
import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { openPackage, type Package } from "../office/open-package.ts";
import { localName } from "../office/read-paragraphs.ts";
import { listPictures, writePictures } from "../office/write-pictures.ts";
import { decodeText } from "../text/decode-text.ts";
import { readHtmlPage } from "./html-to-sections.ts";
import { prepareChapter, resolvePart } from "./prepare-chapter.ts";

const CHAPTERS_MAX = 5000;

/** The chapters of a book in reading order, each as the web page that it is, with its own style sheets. */
export const extractEpub: ExtractFormat = async (bytes, sink) => {
  const parts = openPackage(bytes);
  const chapters = listChapters(parts);
  if (chapters.length === 0) throw unreadable("it names no chapters");
  const locked = listLocked(parts);
  if (chapters.every(({ part }) => locked.has(part)))
    throw new ExtractionFailure("ENCRYPTED_FILE", "Cannot read the file because its chapters are encrypted");
  const pictures: string[] = [];
  const absent = new Set<string>();
  let withText = 0;
  for (const [at, { part, isXml }] of chapters.entries()) {
    const label = `Chapter ${at + 1}`;
    const page = locked.has(part) ? null : parts.readBytes(part);
    if (page === null) {
      const reason = locked.has(part) ? "It is encrypted." : "It is not in the file.";
      sink.page({ label, state: "UNREADABLE", reason });
      continue;
    }
    const { html, images } = prepareChapter(parts, { part, text: decodeText(page).text, isXml });
    pictures.push(...images);
    const { sections, absentStyles, unjudged } = readHtmlPage(html);
    for (const href of absentStyles) {
      if (absent.has(href)) continue;
      absent.add(href);
      sink.warn({
        code: "STYLE_SHEET_ABSENT",
        message: `Cannot tell which text the style sheet '${href}' of ${label} hides because it is not in the file, or imported in a way that is not followed`,
      });
    }
    if (unjudged)
      sink.warn({
        code: "STYLES_NOT_JUDGED",
        message: `Cannot tell which text the style rules of ${label} hide because there are too many rules: text that they may hide counts as hidden`,
      });
    for (const section of sections)
      await sink.write({ ...section, location: [label, section.location].filter(Boolean).join(" > ") });
    sink.page({ label, state: sections.length > 0 ? "TEXT" : "EMPTY" });
    if (sections.length > 0) withText += 1;
    sink.progress();
  }
  await writePictures(sink, listPictures(parts, pictures), (number) => `Picture ${number}`);
  return { pages: chapters.length, pagesWithText: withText };
};

interface Chapter {
  readonly part: string;
  readonly isXml: boolean;
}

function listChapters(parts: Package): Chapter[] {
  const [root] = readElements(readXml(parts, "META-INF/container.xml"), "rootfile");
  const opf = root?.["full-path"];
  if (opf === undefined) throw unreadable("it does not say where its list of chapters is");
  const xml = readXml(parts, opf);
  const files = new Map<string, Chapter>();
  for (const { id = "", href = "", "media-type": type = "" } of readElements(xml, "item"))
    files.set(id, { part: resolvePart(opf, href), isXml: type !== "text/html" });
  const chapters = readElements(xml, "itemref").flatMap(({ idref = "" }) => files.get(idref) ?? []);
  return [...new Map(chapters.map((chapter) => [chapter.part, chapter])).values()].slice(0, CHAPTERS_MAX);
}

/** Parts that a program must decrypt; fonts are often, and are no text. */
function listLocked(parts: Package): ReadonlySet<string> {
  const xml = readXml(parts, "META-INF/encryption.xml");
  return new Set(readElements(xml, "CipherReference").map(({ URI = "" }) => resolvePart("", URI)));
}

/** A declared document type is usual here: it is not read. */
function readXml(parts: Package, name: string): string {
  const bytes = parts.readBytes(name);
  return bytes === null ? "" : decodeText(bytes).text;
}

function readElements(xml: string, wanted: string): Readonly<Record<string, string | undefined>>[] {
  const found: Record<string, string>[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (localName(name) === wanted) found.push(attributes);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found;
}

function unreadable(reason: string): ExtractionFailure {
  return new ExtractionFailure("UNREADABLE_FILE", `Cannot read the file because ${reason}`);
}
