import type { ExtractFormat } from "../child/extract-document.ts";
import { decodeText } from "../text/decode-text.ts";
import { htmlToSections } from "./html-to-sections.ts";
import { writeSections } from "./section-writer.ts";

export const extractHtml: ExtractFormat = async (bytes, sink) => {
  await writeSections(htmlToSections(decodeText(bytes)), sink);
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
};
