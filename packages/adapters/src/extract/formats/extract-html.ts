import type { ExtractFormat } from "../child/extract-format.ts";
import { decodeText } from "../text/decode-text.ts";
import { writeHtmlPage } from "./write-html-page.ts";

export const extractHtml: ExtractFormat = async (bytes, sink) => {
  await writeHtmlPage(decodeText(bytes), sink);
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
};
