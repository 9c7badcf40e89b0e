import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import { readText } from "../text/decode-text.ts";
import { writeLines } from "../text/write-lines.ts";

export const extractLog: ExtractFormat = async (bytes, sink, options) => {
  const { text, encoding } = readText(bytes, sink, options);
  await writeLines(text, sink);
  return { ...noteDocument(sink), encoding };
};
