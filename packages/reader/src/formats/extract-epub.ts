import { posix } from "node:path";
import { Parser } from "htmlparser2";
import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { openPackage, type Package } from "../office/open-package.ts";
import { localName } from "../office/read-paragraphs.ts";
import { listPictures, writePictures } from "../office/write-pictures.ts";
import { decodeText } from "../text/decode-text.ts";
import { readHtmlPage } from "./html-to-sections.ts";

const CHAPTERS_MAX = 5000;
const STYLES_LENGTH_MAX = 1_000_000;

/** The chapters of a book in reading order, each as the web page that it is, with its own style sheets. */
export const extractEpub: ExtractFormat = async (bytes, sink) => {
  const parts = openPackage(bytes);
  const chapters = listChapters(parts);
  if (chapters.length === 0) throw unreadable("it names no chapters");
  const locked = listLocked(parts);
  if (chapters.every((part) => locked.has(part)))
    throw new ExtractionFailure("ENCRYPTED_FILE", "Cannot read the file because its chapters are encrypted");
  const pictures: string[] = [];
  let withText = 0;
  for (const [at, part] of chapters.entries()) {
    const label = `Chapter ${at + 1}`;
    const page = locked.has(part) ? null : parts.readBytes(part);
    if (page === null) {
      const reason = locked.has(part) ? "It is encrypted." : "It is not in the file.";
      sink.page({ label, state: "UNREADABLE", reason });
      continue;
    }
    const { html, images } = inlineStyles(parts, { part, html: decodeText(page).text });
    pictures.push(...images);
    const { sections, unjudged } = readHtmlPage(html);
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

function listChapters(parts: Package): string[] {
  const [root] = readElements(readXml(parts, "META-INF/container.xml"), "rootfile");
  const opf = root?.["full-path"];
  if (opf === undefined) throw unreadable("it does not say where its list of chapters is");
  const xml = readXml(parts, opf);
  const files = new Map(readElements(xml, "item").map(({ id = "", href = "" }) => [id, resolve(opf, href)]));
  const chapters = readElements(xml, "itemref").flatMap(({ idref = "" }) => files.get(idref) ?? []);
  return [...new Set(chapters)].slice(0, CHAPTERS_MAX);
}

/** Parts that a program must decrypt; fonts are often, and are no text. */
function listLocked(parts: Package): ReadonlySet<string> {
  const xml = readXml(parts, "META-INF/encryption.xml");
  return new Set(readElements(xml, "CipherReference").map(({ URI = "" }) => resolve("", URI)));
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

/** The page with the style sheets of the book in place of the links to them, and the parts of its images. */
function inlineStyles(parts: Package, { part, html }: { readonly part: string; readonly html: string }) {
  const styles: string[] = [];
  const images: string[] = [];
  let left = STYLES_LENGTH_MAX;
  const parser = new Parser({
    onopentag(name, { rel = "", href, src, "xlink:href": xlink }) {
      if (name === "link" && /\bstylesheet\b/i.test(rel) && href !== undefined && left > 0) {
        const css = parts.readBytes(resolve(part, href));
        const text = css === null ? "" : decodeText(css).text.replaceAll("</", "<\\/").slice(0, left);
        left -= text.length;
        styles.push(text);
      }
      const image = name === "img" ? src : name === "image" ? (xlink ?? href) : undefined;
      if (image !== undefined) images.push(resolve(part, image));
    },
  });
  parser.end(html);
  const before = styles.map((css) => `<style>${css}</style>`).join("");
  return { html: before + html.replace(/<link\b[^<>]{0,2000}>/gi, ""), images };
}

/** A name within the package, by the part that refers to it. */
function resolve(from: string, href: string): string {
  const path = href.replace(/[#?].*$/s, "");
  return posix.normalize(posix.join(posix.dirname(from), decodePercent(path))).replace(/^(?:\.\.\/|\/)+/, "");
}

function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function unreadable(reason: string): ExtractionFailure {
  return new ExtractionFailure("UNREADABLE_FILE", `Cannot read the file because ${reason}`);
}
