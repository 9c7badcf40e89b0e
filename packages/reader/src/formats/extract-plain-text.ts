import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import { readCalendar } from "../mail/read-calendar.ts";
import { readText } from "../text/decode-text.ts";
import { markText } from "../text/marked-text.ts";

export const extractPlainText: ExtractFormat = async (bytes, sink, options) => {
  const { text, encoding } = readText(bytes, sink, options);
  await sink.write({ content: markText(readCalendar(text)) });
  return { ...noteDocument(sink), encoding };
};
