import type { ExtractFormat } from "../child/extract-format.ts";
import { decodeText } from "../text/decode-text.ts";
import { markText } from "../text/marked-text.ts";

export const extractPlainText: ExtractFormat = async (bytes, sink) => {
  await sink.write({ content: markText(decodeText(bytes)) });
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
};
