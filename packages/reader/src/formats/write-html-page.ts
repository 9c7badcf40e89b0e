import type { SegmentSink } from "../child/segment-sink.ts";
import { countEmbeddedPictures } from "./count-embedded-pictures.ts";
import { type HtmlOptions, readHtmlPage } from "./html-to-sections.ts";
import { writeSections } from "./section-writer.ts";

/** How the images of a page are told, where there are any. */
export const PICTURES_NOT_READ = "Its pictures are not read: upload them as files of their own";

/**
 * Writes a page, and warns of what could hide text of it without being seen here. Returns why it was not read whole;
 * null where it was.
 */
export async function writeHtmlPage(
  html: string,
  sink: SegmentSink,
  options: HtmlOptions = {},
): Promise<string | null> {
  const { sections, absentStyles, unjudged } = readHtmlPage(html, options);
  sink.progress();
  for (const href of new Set(absentStyles))
    sink.warn({
      code: "STYLE_SHEET_ABSENT",
      message: `Cannot tell which text the style sheet '${href}' hides because it is not in the file`,
    });
  if (unjudged)
    sink.warn({
      code: "STYLES_NOT_JUDGED",
      message:
        "Cannot tell which text the style rules hide because there are too many rules: text that they may hide counts as hidden",
    });
  await writeSections(sections, sink);
  const pictures = countEmbeddedPictures(html);
  if (pictures === 0) return null;
  const count = pictures === 1 ? "a picture" : `${pictures} pictures`;
  sink.warn({ code: "PICTURE_NOT_READ", message: `The page has ${count}. ${PICTURES_NOT_READ}` });
  return PICTURES_NOT_READ;
}
