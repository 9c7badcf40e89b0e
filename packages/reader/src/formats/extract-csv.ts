import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import { readText } from "../text/decode-text.ts";
import { createRowBlocks } from "../text/row-blocks.ts";
import { parseCsv } from "./parse-csv.ts";

export const extractCsv: ExtractFormat = async (bytes, sink, options) => {
  const { text, encoding } = readText(bytes, sink, options);
  const blocks = createRowBlocks(sink, {
    locate: ({ firstRow, lastRow }) => (firstRow === lastRow ? `Row ${firstRow}` : `Rows ${firstRow}-${lastRow}`),
  });
  let number = 0;
  for (const cells of parseCsv(text)) {
    number += 1;
    await blocks.add({ number, cells });
    if (number % 1000 === 0) sink.progress();
  }
  await blocks.flush();
  return { ...noteDocument(sink), encoding };
};
