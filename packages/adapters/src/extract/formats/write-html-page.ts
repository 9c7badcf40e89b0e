import type { SegmentSink } from "../child/segment-sink.ts";
import { readHtmlPage } from "./html-to-sections.ts";
import { writeSections } from "./section-writer.ts";

/** Writes a page, and warns of what could hide text of it without being seen here. */
export async function writeHtmlPage(html: string, sink: SegmentSink): Promise<void> {
  const { sections, absentStyles, unjudged } = readHtmlPage(html);
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
}
