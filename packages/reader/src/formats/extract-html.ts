import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import { readText } from "../text/decode-text.ts";
import { findHtmlDeclared } from "../text/find-declared.ts";
import { writeHtmlPage } from "./write-html-page.ts";

export const extractHtml: ExtractFormat = async (bytes, sink, options) => {
  const { text, encoding } = readText(bytes, sink, options, findHtmlDeclared);
  const unread = await writeHtmlPage(text, sink);
  return { ...noteDocument(sink, unread), encoding };
};
